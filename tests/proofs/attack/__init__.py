"""`make attack`: what strangers and accidents may do to a server, while an innocent visitor looks on."""
