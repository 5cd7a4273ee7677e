"""Takes half a gigabyte. Reaching it would mean that one bot can starve the others."""


def choose(view, legal):
    blocks = [bytearray(b"x" * (16 << 20)) for _ in range(32)]
    return "reached" if len(blocks) == 32 else "held"
