"""Sizes by name, in mm: papers and the usual formats of cards."""

from __future__ import annotations

PAPERS: dict[str, tuple[float, float]] = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
"""Papers, upright."""

CARDS: dict[str, tuple[float, float]] = {
    "poker": (63.0, 88.0),
    "poker-us": (63.5, 88.9),
    "bridge": (57.0, 89.0),
    "euro": (59.0, 92.0),
    "mini": (44.0, 68.0),
    "mini-us": (41.0, 63.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
    "small-square": (50.0, 50.0),
    "business": (55.0, 85.0),
    "jumbo": (89.0, 127.0),
}
"""Trimmed sizes of cards."""

OF_PAPER = ("paper", "paper-landscape")
"""Sizes that are those of the paper a build prints on."""


def named(name: str, paper: str = "a4") -> tuple[float, float] | None:
    """Width and height of a named size; `paper` and `paper-landscape` are those of `paper`."""
    if name in OF_PAPER:
        w, h = PAPERS[paper]
        return (h, w) if name == "paper-landscape" else (w, h)
    if name.endswith("-landscape") and name[:-10] in PAPERS:
        w, h = PAPERS[name[:-10]]
        return h, w
    return CARDS.get(name) or PAPERS.get(name)


def names() -> list[str]:
    """Every name that `named` knows."""
    return [*CARDS, *PAPERS, *(f"{paper}-landscape" for paper in PAPERS), *OF_PAPER]


def paper_name(paper: str) -> str:
    """A paper as people write it: `A4`, `Letter`."""
    return paper.upper() if len(paper) == 2 else paper.capitalize()
