"""Many games at once: measurements of the engine and of the peers it is compared with."""
