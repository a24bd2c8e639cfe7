"""What is tested of the reference pages."""
