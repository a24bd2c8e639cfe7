"""What is compiled behind the rules of every game: playing, searching, stepping many games at once."""
