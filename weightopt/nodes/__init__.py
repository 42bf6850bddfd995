"""Methods that the nodes run themselves, by messages: programs, ports, transports."""
