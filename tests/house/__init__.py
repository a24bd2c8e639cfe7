"""What is tested of the house without sockets."""
