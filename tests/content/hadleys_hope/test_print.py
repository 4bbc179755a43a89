"""The printed side, read back: counts, names where they belong, figures held to the rules."""

from __future__ import annotations

import math
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pycardgen.check.counts import bill
from pycardgen.cli import run
from tests.content.driver import content, load, machine
from tests.content.hadleys_hope.base import Colony

GAME = content("hadleys-hope")
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


@pytest.fixture(scope="module", params=PAPERS)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("out")
    arguments = ("build", str(GAME), "--out", str(folder), "--only", "pdf", "--paper", request.param)
    assert run(arguments) == 0
    return request.param, folder / "hadleys-hope" / "pdf"


@cache
def words(path: Path) -> str:
    import pypdfium2

    pages = pypdfium2.PdfDocument(path)
    return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pages)


def sizes(path: Path) -> set[tuple[float, float]]:
    import pypdfium2

    pages = pypdfium2.PdfDocument(path)
    return {tuple(sorted(round(n / 72 * 25.4, 1) for n in page.get_size())) for page in pages}


def test_everything_in_the_box_is_printed_in_its_count() -> None:
    for line in bill(load("hadleys-hope")):
        if line.of != "Hall":  # a part of a sector
            assert line.expected == line.found == line.printed, line.name


def test_pages_have_the_size_of_the_paper(built: tuple[str, Path]) -> None:
    paper, folder = built
    for path in folder.glob("*.pdf"):
        assert sizes(path) == {tuple(sorted(PAPERS[paper]))}, path.name


@pytest.mark.parametrize(
    ("file", "type_"),
    [
        ("events", "Event"), ("player-boards", "Crew"), ("tokens", "Object"), ("tokens", "Settler"),
        ("rulebook", "Object"), ("reference", "Object"), ("sectors", "Room"),
    ],
)  # fmt: skip
def test_names_stand_where_they_belong(built: tuple[str, Path], file: str, type_: str) -> None:
    text = _plain(words(built[1] / f"{file}.pdf"))
    for definition in load("hadleys-hope").definitions.values():
        if definition.type == type_:
            assert _plain(definition.name) in text, definition.id


def _plain(text: str) -> str:
    """Without what lines and styles change."""
    return re.sub(r"[\s-]", "", text).lower().replace("’", "'")


def test_an_event_card_has_all_its_places(built: tuple[str, Path]) -> None:
    text = words(built[1] / "events.pdf")
    for card in (d for d in load("hadleys-hope").definitions.values() if d.type == "Event"):
        for field in ("failures", "threats", "xenos"):
            assert ", ".join(card.fields[field]) in text, (card.id, field)


def test_every_place_has_its_hole(built: tuple[str, Path]) -> None:
    text = words(built[1] / "bridges.pdf").split()
    found = sorted(word for word in text if re.fullmatch(r"[A-G][1-5]", word))
    assert found == [f"{bridge}{n}" for bridge in "ABCDEFG" for n in range(1, 6)]


# --- the rulebook's figures ----------------------------------------------------------------------------


def elements(name: str) -> list[dict[str, Any]]:
    """The elements of a figure's layout."""
    from ruamel.yaml import YAML

    found: list[dict[str, Any]] = YAML(typ="safe").load(GAME / "layouts" / f"{name}.yaml")["elements"]
    return found


def laid(name: str, after: bool = False) -> Colony:
    """The base that a figure shows: a threat of seat 1 in A1, seat 0 in A5, seat 1 out of reach."""
    colony = Colony(2)
    tiles = [e for e in elements(name) if "group" in e and "id" in e]
    chosen = {}
    for element in tiles:
        place, _, mark = element["id"].partition("-")
        if after or not mark:
            chosen[place.upper()] = element
    for place, element in chosen.items():
        tile = element["group"][1]["routes"].strip("{}").removesuffix(".halls")
        colony.lay(place, tile, element.get("rotate", 0) // 60)
    colony.lay("G1", "dock")
    colony.stand(0, "A5")
    colony.stand(1, "G1")
    colony.threat(1, "A1", "xenomorph_1", strength=1)
    return colony


def drawn(name: str, nth: int = 0) -> str:
    """Where the solid route of a figure leads first."""
    lines = [e for e in elements(name) if e.get("shape") == "line" and "dash" not in e]
    begin, first, *_ = lines[nth]["points"]
    return "A4" if first[0] > begin[0] else "A2"


def test_the_figure_of_two_routes_is_what_the_threat_does() -> None:
    colony = laid("figure-routes")
    hall = colony.hall("A1")
    assert hall
    assert {"A4", "A2"} <= set(colony.ways("A1"))
    assert colony.threat_phase(1) == drawn("figure-routes") == "A4"


@pytest.mark.parametrize("after", [False, True])
def test_the_figure_of_a_sector_that_turns_is_what_the_rules_say(after: bool) -> None:
    colony = laid("figure-turn", after)
    assert ("A1" in colony.ways("A4")) is not after
    assert colony.threat_phase(1) == drawn("figure-turn", int(after)) == ("A2" if after else "A4")


def test_the_plan_of_the_base_has_the_neighbours_of_the_map() -> None:
    at = {e["with"]["label"]: e["at"] for e in elements("figure-plan")}
    tables = machine("hadleys-hope", 4).tables
    names = [d.id for d in tables.copies["Place"]]
    assert sorted(at) == sorted(names)
    for name, near in zip(names, tables.neighbors["Place"], strict=True):
        touching = {o for o in at if o != name and math.dist(at[o], at[name]) < 11}
        assert touching == {names[i] for i in near}, name
