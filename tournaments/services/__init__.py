"""What writes: a module for each noun, a function for each verb. Side effects wait for the commit."""
