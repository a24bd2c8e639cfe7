"""One file per version of the database; the first part of its name is the version."""
