"""Invariant: no game in the compiler. Nothing under pycardgen/, schemas/ or templates/ knows one.

Everything in content/ that has a name is looked for, as whole words and in any spelling: titles, proper names
and names of several words. Single words that are ordinary English are on a reviewed list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[1]
CONTENT = ROOT / "content"
OURS = ("pycardgen", "schemas", "templates")
TEXT = {".py", ".json", ".yaml", ".star", ".md", ".svg", ".txt", ".css", ".toml"}

COMMON = frozenset(  # one string, for a list of words is easier to review
    """
    adrenaline attack captain cat clone defence engineer executive human medic mutation pilot psychologist
    sedatives sensor silence soldier spotlight teleport item silent noise damaged functional launched might
    closure cunning die energy flamethrower fork queen tools wisdom
    """.split()  # noqa: SIM905
)
"""Names of one word that are ordinary words, and so may stand anywhere. Reviewed: none is a proper name."""

NAMED = ("name", "title", "person")
"""Keys of content whose values are names."""

HEADINGS = ("with", "columns")
"""Keys of print jobs whose values are headings of printed pages, not names."""


def games() -> list[Path]:
    return sorted(CONTENT.glob("*/game.yaml"))


@cache
def names() -> frozenset[str]:
    """Every name in content/, in lower case, of one word only if it isn't common."""
    found: set[str] = set()
    for file in CONTENT.rglob("*.yaml"):
        if file.name == "types.yaml" or "layouts" in file.parts:
            continue  # words of the rules, and names of parts of a template
        for name in _names(YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))):
            words = re.findall(r"\w+", name.lower())
            if len(words) > 1 or (words and words[0] not in COMMON):
                found.add(" ".join(words))
    for game in games():
        found.add(game.parent.name.replace("-", " "))
    return frozenset(found)


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _names(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in HEADINGS:
                continue
            if key in NAMED and isinstance(item, str):
                yield item
            if key == "id" and isinstance(item, str) and re.search(r"[a-z][-_][a-z]", item):
                yield item.replace("_", " ").replace("-", " ")
            yield from _names(item)


def sources() -> list[Path]:
    return sorted(
        path
        for top in OURS
        for path in (ROOT / top).rglob("*")
        if path.suffix in TEXT and "__pycache__" not in path.parts
    )


def mentions(text: str, wanted: frozenset[str]) -> set[str]:
    """The names that stand in a text as whole words, whatever is between their words."""
    words = re.findall(r"[a-z0-9]+|[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower())
    longest = max((name.count(" ") + 1 for name in wanted), default=0)
    found = set()
    for length in range(1, longest + 1):
        found |= {" ".join(words[n : n + length]) for n in range(len(words) - length + 1)} & wanted
    return found


def test_there_is_something_to_look_for() -> None:
    assert games()
    assert len(names()) > 5
    assert len(sources()) > 50


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_compiler_knows_no_game(path: Path) -> None:
    found = mentions(path.read_text(encoding="utf-8"), names()) | mentions(path.stem, names())
    assert not found, f"{path.relative_to(ROOT)} knows {sorted(found)}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the red planet", {"red planet"}),
        ("class RedPlanet:", {"red planet"}),
        ("RED_PLANET = 1", {"red planet"}),
        ("red-planet.yaml", {"red planet"}),
        ("a red, planet", {"red planet"}),
        ("redplanet, planets, infrared planet", set()),
        ("Zork.", {"zork"}),
    ],
)
def test_what_counts_as_a_mention(text: str, found: set[str]) -> None:
    assert mentions(text, frozenset({"red planet", "zork"})) == found
