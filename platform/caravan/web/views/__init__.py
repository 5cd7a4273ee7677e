"""What answers each address, a module for each noun."""
