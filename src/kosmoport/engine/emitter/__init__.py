"""From the checked subset to machine code: a type on everything, and what is printed from that."""
