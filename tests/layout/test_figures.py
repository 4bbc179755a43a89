"""Figures in documents: which spaces they show, what is reached, and what is told of mistakes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from drawing import codes, make_kit
from hypothesis import given, settings
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.layout.board import Look
from pycardgen.layout.display import Drawing, Group, Polygon, TextRun, Use, walk
from pycardgen.layout.document import TableData, render_markdown
from pycardgen.layout.figures import Figure, draw_figure
from pycardgen.layout.game_document import with_tables
from pycardgen.layout.pages import DocumentLook
from pycardgen.layout.subjects import Subjects
from pycardgen.model.game import Game
from pycardgen.model.load import load_game

BASE = Path(__file__).parents[1] / "data" / "base_game"
KIT = make_kit(Collector(), {})
LOOKS = {"path": Look(fill="paper"), "mud": Look(fill="tint")}
RED = "#a01020"


@cache
def game() -> Game:
    report = Collector()
    found = load_game(BASE, report)
    assert found is not None, report.found
    return found


def read(block: str, sort: str = "figure") -> tuple[Figure | TableData | None, list[Diagnostic]]:
    """What a block that begins in the third line of a document describes, and what was reported."""
    report = Collector()
    text = f"First.\n\n```{sort}\n{block}\n```\n\nLast.\n"
    left, found = with_tables(text, "rules.md", Subjects(game()), report, LOOKS)
    assert left.count("\n") == text.count("\n")
    return next(iter(found.values()), None), report.found


def figure(block: str) -> Figure:
    found, problems = read(block)
    assert isinstance(found, Figure), problems
    assert not problems
    return found


def drawn(block: str) -> list[Group]:
    report = Collector()
    items, _ = draw_figure(figure(block), KIT, 80.0, report)
    assert not report.found
    return [item for item in walk(items) if isinstance(item, Group)]


def pages(text: str, look: DocumentLook | None = None) -> tuple[list[Drawing], list[Diagnostic]]:
    report = Collector()
    left, tables = with_tables(text, "rules.md", Subjects(game()), report, LOOKS)
    return render_markdown(left, KIT, look or DocumentLook(), report, "rules.md", {}, tables), report.found


def spaces(block: str) -> set[str]:
    return {space.id for space in figure(block).board.spaces}


# --- what is shown ------------------------------------------------------------------------------------


def test_without_a_radius_the_whole_map_is_drawn() -> None:
    everything = {space.definition.id for space in game().maps["cave"].spaces}
    assert spaces("map: cave") == spaces("map: cave\naround: B02") == everything
    ids = {group.id for group in drawn("map: cave")}
    assert {f"tile-{id_}" for id_ in everything} <= ids


def test_a_radius_counts_cells_so_that_gaps_hide_nothing() -> None:
    # C02 touches neither A02 nor D03; all other cells around it are there.
    assert spaces("map: cave\naround: C02\nradius: 1") == {"C02", "B01", "B02", "C01", "C03", "D02"}
    assert "D03" in spaces("map: cave\naround: C02\nradius: 2")


def test_reach_follows_the_map_and_never_comes_back() -> None:
    one = figure("map: cave\nreach: {from: A01}").reached
    assert set(one) == {"A02", "B01"}
    two = figure("map: cave\nreach: {from: A01, steps: 2}").reached
    assert set(two) == {"A02", "B01", "B02", "C01", "C02"}
    assert set(one.values()) == {"accent"}


def test_through_bounds_the_way_and_stop_only_its_end() -> None:
    dry = "map: cave\nreach: {from: A02, steps: 3, through: {ground: path}}"
    assert not {"B03", "C01"} & set(figure(dry).reached)
    mud = figure("map: cave\nreach: {from: A02, steps: 3, stop: {ground: [mud]}}")
    assert set(mud.reached) == {"B03", "C01"}


def test_steps_and_captions_take_fields_of_the_data() -> None:
    far = figure(
        'map: cave\nreach: {from: A01, steps: "{settings.rounds}"}\ncaption: "Up to {settings.rounds}."'
    )
    assert set(far.reached) == spaces("map: cave") - {"A01"}
    assert far.caption == "Up to 20."
    added = figure("map: cave\nreach: {from: A01, steps: [1, 1]}").reached
    assert added == figure("map: cave\nreach: {from: A01, steps: 2}").reached


def test_the_first_reach_of_several_gives_the_colour() -> None:
    near_and_far = f"map: cave\nreach: [{{from: A01, color: '{RED}'}}, {{from: A01, steps: 2, color: gold}}]"
    found = figure(near_and_far).reached
    assert (found["A02"], found["B01"], found["C02"]) == (RED, RED, "gold")


def test_rings_marks_and_arrows_are_drawn() -> None:
    block = f"map: cave\nreach: {{from: A01, color: '{RED}'}}\nmarks: {{B02: flame}}\npath: [A01, B01, C02]"
    groups = {group.id: group for group in drawn(block)}

    def ringed(id_: str) -> bool:
        shapes = [item for item in groups[f"tile-{id_}"].items if isinstance(item, Polygon)]
        return any(shape.ink.stroke == RED for shape in shapes)

    assert {id_ for id_ in spaces("map: cave") if ringed(id_)} == {"A02", "B01"}
    assert any(isinstance(item, Use) for item in groups["tile-B02"].items)
    assert not any(isinstance(item, Use) for item in groups["tile-B01"].items)
    everything = [item for group in drawn(block) for item in group.items]
    heads = {item for item in everything if isinstance(item, Polygon) and len(item.points) == 3}
    assert sum(head.ink.fill != "#ffffff" for head in heads) == 2


def test_a_figure_stays_in_its_column_and_with_its_caption() -> None:
    block = "```figure\nmap: cave\nheight: 70\ncaption: 'Seen from *above*.'\n```\n"
    for lines in range(20, 40, 3):
        found, problems = pages(
            "\n\n".join(["line"] * lines) + f"\n\n{block}\nafter\n", DocumentLook(columns=2)
        )
        assert not problems
        runs = [(page, item) for page in found for item in walk(page.items) if isinstance(item, TextRun)]
        here = {number for number, (_, run) in enumerate(runs) if run.text.startswith("Seen from")}
        assert len(here) == 1
        texts = [run.text for _, run in runs]
        label = texts.index("Out")
        assert runs[label][0] is runs[here.pop()][0]


def test_a_figure_is_as_high_as_it_needs_to_be() -> None:
    found = figure("map: cave\nheight: 40")
    items, high = draw_figure(found, KIT, 200.0, Collector())
    assert 38 < high <= 40.7
    wide, flat = draw_figure(found, KIT, 20.0, Collector())
    assert flat < 20
    assert len(walk_ids(items)) == len(walk_ids(wide))


def walk_ids(items: tuple[object, ...]) -> list[str]:
    return [item.id for item in walk(items) if isinstance(item, Group) and item.id]  # type: ignore[arg-type]


# --- tables of maps -----------------------------------------------------------------------------------


def test_a_table_of_maps_and_columns_with_several_fields() -> None:
    table, problems = read(
        'of: Cave\ncolumns: {Map: name, Way: "{gate.id} to {way_out.name|upper}"}', "table"
    )
    assert not problems
    assert isinstance(table, TableData)
    assert table.rows == [["The Cave", "A01 to THE WAY OUT"]]
    _, problems = read('of: Cave\ncolumns: {Way: "{gate.id} to {exit}"}', "table")
    assert [problem.code for problem in problems] == ["PCG0461"]
    assert "`exit`" in problems[0].message


# --- mistakes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "code", "line"),
    [
        ("just words", "PCG0770", 4),
        ("around: A01", "PCG0770", 4),
        ("map: cave\nzoom: 2", "PCG0770", 5),
        ("map: cave\nradius: far", "PCG0770", 5),
        ("map: cave\nheight: 4000", "PCG0770", 5),
        ("map: cave\nmarks: [A01]", "PCG0770", 5),
        ("map: cave\npath: A01", "PCG0770", 5),
        ("map: cave\nreach: A01", "PCG0770", 5),
        ("map: cave\nreach: {steps: 2}", "PCG0770", 5),
        ("map: cave\nreach: {from: A01, past: B01}", "PCG0770", 5),
        ("map: cave\nreach: {from: A01, through: mud}", "PCG0770", 5),
        ("map: [cave]", "PCG0771", 4),
        ("map: cellar", "PCG0771", 4),
        ("map: cave\naround: A09\nradius: 1", "PCG0772", 5),
        ("map: cave\nmarks: {A09: flame}", "PCG0772", 5),
        ("map: cave\npath: [A01, A09]", "PCG0772", 5),
        ("map: cave\nreach: {from: A09}", "PCG0772", 5),
        ("map: cave\nreach: {from: A01, steps: 0}", "PCG0773", 5),
        ("map: cave\nreach: {from: A01, steps: '{settings.help}'}", "PCG0773", 5),
        ("map: cave\nreach: {from: A01, steps: [1, x]}", "PCG0773", 5),
        ("map: cave\nreach: {from: A01, steps: []}", "PCG0773", 5),
        ("map: cave\npath: [A01, B01, D02]", "PCG0774", 5),
        ("map: cave\nreach: {from: A01, stop: {ground: [mud, snow]}}", "PCG0775", 5),
        ("map: cave\nreach: {from: A01, stop: {soil: mud}}", "PCG0775", 5),
        ("map: cave\ncaption: '{settings.pace}'", "PCG0705", 5),
    ],
)
def test_mistakes_are_told_where_they_stand(block: str, code: str, line: int) -> None:
    found, problems = read(block)
    assert found is None
    assert codes(problems) == [code]
    assert problems[0].span is not None
    assert (problems[0].span.file, problems[0].span.line) == ("rules.md", line)
    assert problems[0].hint


def test_a_colour_or_an_icon_that_the_theme_lacks() -> None:
    text = "```figure\nmap: cave\nreach: {from: A01, color: blurple}\nmarks: {A01: nothing}\n```\n"
    assert codes(pages(text)[1]) == ["PCG0707", "PCG0708"]


VALUES = st.recursive(
    st.sampled_from(["cave", "A01", "B01", "1", "2", "true", "x", "{settings.help}", "mud", "''", "null"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.dictionaries(
            st.sampled_from(["from", "steps", "through", "ground", "A01"]), inner, max_size=3
        ).map(lambda found: "{" + ", ".join(f"{key}: {value}" for key, value in found.items()) + "}"),
    ),
    max_leaves=5,
)


@settings(deadline=None, max_examples=150)
@given(
    st.dictionaries(
        st.sampled_from(["around", "radius", "reach", "path", "marks", "height", "caption"]),
        VALUES,
        max_size=3,
    )
)
def test_any_block_is_drawn_or_told(parts: dict[str, str]) -> None:
    block = "\n".join(["map: cave", *(f"{key}: {value}" for key, value in parts.items())])
    found, problems = read(block)
    assert (found is None) == bool(problems)
    if isinstance(found, Figure):
        _, high = draw_figure(found, KIT, 80.0, Collector())
        assert 0 <= high <= max(found.height, 1) + 0.7
