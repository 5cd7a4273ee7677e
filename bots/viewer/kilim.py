"""The picture of a bot: a small rug woven from its name, fourfold symmetric."""

from __future__ import annotations

from hashlib import sha256

from bots.viewer.markup import Markup, markup

COLOURS = 8
CELLS = 4  # a quarter has 4 x 4 cells of 2 x 2 units; the whole is 16 x 16
SIZE = 16

Point = tuple[int, int]

SHAPES: tuple[tuple[Point, ...], ...] = (
    (),
    (),
    ((0, 0), (2, 0), (2, 2), (0, 2)),
    ((0, 0), (2, 0), (2, 2), (0, 2)),
    ((0, 0), (2, 0), (0, 2)),
    ((2, 0), (2, 2), (0, 2)),
    ((0, 0), (2, 0), (2, 2)),
)
"""What a cell may hold: nothing, a square, a triangle; how often says how likely."""


def colour(name: str) -> int:
    """1 to 8, the number of a series colour."""
    return sha256(name.encode()).digest()[0] % COLOURS + 1


def svg(name: str, size: str = "") -> Markup:
    """The rug as a picture, silent for screen readers; size is "" or "l"."""
    return markup(
        '<svg class="kilim k{} {}" viewBox="0 0 16 16" aria-hidden="true">'
        '<rect width="16" height="16"/><path d="{}"/></svg>',
        colour(name),
        size,
        path(name),
    )


def path(name: str) -> str:
    """SVG path data of the rug, within 16 x 16 units."""
    thread = sha256(name.encode()).digest()[1 : 1 + CELLS * CELLS]
    return "".join(cell(k, SHAPES[byte % len(SHAPES)]) for k, byte in enumerate(thread))


def cell(k: int, shape: tuple[Point, ...]) -> str:
    """Cell k of the first quarter with its three mirror images."""
    left, top = k % CELLS * 2, k // CELLS * 2
    corners = [(left + x, top + y) for x, y in shape]
    return "".join(outline(corners, across, down) for across in (False, True) for down in (False, True))


def outline(corners: list[Point], across: bool, down: bool) -> str:
    """One closed outline, mirrored or not; nothing for an empty cell."""
    points = [f"{SIZE - x if across else x} {SIZE - y if down else y}" for x, y in corners]
    return f"M{'L'.join(points)}z" if points else ""
