"""Bots: what an upload is, the sandbox, sessions, clocks, playing a fixture."""
