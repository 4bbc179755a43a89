"""Documents from Markdown: what is on their pages, and where pages end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from drawing import codes, make_kit
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pil

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.layout import document as document_module
from pycardgen.layout.booklet import fold, order
from pycardgen.layout.display import Bookmark, Drawing, Image, Link, Rect, TextRun, Use, walk
from pycardgen.layout.document import TableData, render_markdown
from pycardgen.layout.game_document import lone_braces
from pycardgen.layout.pages import DocumentLook, lay_pages

KIT = make_kit(Collector(), {})
LOOK = DocumentLook()


def pages(text: str, look: DocumentLook = LOOK, **more: object) -> tuple[list[Drawing], list[Diagnostic]]:
    report = Collector()
    return render_markdown(text, KIT, look, report, "rules.md", **more), report.found  # type: ignore[arg-type]


def shown(drawing: Drawing) -> list[TextRun]:
    return [item for item in walk(drawing.items) if isinstance(item, TextRun)]


def words(drawings: list[Drawing]) -> list[str]:
    """All texts but the page numbers."""
    return [run.text for drawing in drawings for run in shown(drawing) if " / " not in run.text]


def test_structure() -> None:
    found, problems = pages(
        "# Title\n\nA *b* **c**.\n\n## Part\n\n- one\n- two\n  - deep\n\n3. three\n4. four\n"
    )
    assert not problems
    assert words(found) == [
        "Title",
        "A",
        "b",
        "c",
        ".",
        "Part",
        "•",
        "one",
        "•",
        "two",
        "•",
        "deep",
        "3.",
        "three",
        "4.",
        "four",
    ]
    marks = [item for item in walk(found[0].items) if isinstance(item, Bookmark)]
    assert [(m.title, m.level) for m in marks] == [("Title", 0), ("Part", 1)]
    runs = {run.text: run for run in shown(found[0])}
    assert runs["Title"].size > runs["Part"].size > runs["one"].size
    assert runs["b"].face.endswith("Italic")
    assert runs["c"].face.endswith("Bold")
    assert runs["deep"].x > runs["two"].x > runs["A"].x


def test_fields_icons_and_breaks() -> None:
    found, problems = pages("{n} lamps {icon:flame}\\\nnext {n}`code {n}`", subject={"n": 7})
    assert not problems
    assert words(found)[:2] == ["7 lamps", "next 7"]
    assert any(isinstance(item, Use) for item in walk(found[0].items))


def test_tables() -> None:
    markdown = "| a | n |\n|---|--:|\n| *x* | 1 |\n| y{icon:flame} | 20 |\n\n{table:ports}\n"
    found, problems = pages(markdown, tables={"ports": TableData(["Port"], [["**Quay**"]])})
    assert not problems
    assert words(found) == ["A", "N", "x", "1", "y", "20", "PORT", "Quay"]
    runs = {run.text: run for run in shown(found[0])}
    assert runs["1"].x + runs["1"].width == pytest.approx(runs["20"].x + runs["20"].width)
    assert runs["x"].face.endswith("Italic")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{nothing}", "PCG0705"),
        ("{table:nothing}", "PCG0705"),
        ("{icon:nothing}", "PCG0708"),
        ("☢", "PCG0722"),
        ("in ![a](x.png) line", "PCG0761"),
        ("![a](x.png)", "PCG0731"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, code: str) -> None:
    _, problems = pages(f"# A\n\nfine\n\n{text}\n")
    assert codes(problems) == [code]
    assert problems[0].span is not None
    assert (problems[0].span.file, problems[0].span.line) == ("rules.md", 5)


def test_html_is_only_text() -> None:
    found, problems = pages("<script>x</script> <b>y</b>")
    assert not problems
    assert "".join(words(found)) == "<script>x</script> <b>y</b>"


def test_pages_end_within_their_margins_and_lose_nothing() -> None:
    text = "\n\n".join(f"{n} " + "word " * 60 for n in range(60))
    for look in (LOOK, DocumentLook("letter"), DocumentLook(columns=2)):
        found, problems = pages(text, look)
        assert not problems
        assert len(found) > 2
        assert " ".join(words(found)).split() == text.split()
        bottom = found[0].height - look.margins[2]
        for number, drawing in enumerate(found, 1):
            body = [run for run in shown(drawing) if " / " not in run.text]
            assert max(run.y for run in body) < bottom
            assert min(run.y for run in body) > look.margins[0]
            assert all(run.x + run.width <= drawing.width - look.margins[1] + 1e-6 for run in body)
            assert shown(drawing)[-1].text == f"{number} / {len(found)}"


def test_headings_stay_with_what_follows() -> None:
    for lines in range(30, 60):
        text = "\n\n".join(["line"] * lines) + "\n\n## Part\n\nOne two three.\n"
        found, _ = pages(text)
        for drawing in found:
            if "Part" in words([drawing]):
                assert words([drawing])[-1] == "One two three."


def test_no_line_stands_alone() -> None:
    for step in range(40):
        look = DocumentLook(margins=(20.0, 22.0, 240.0 + step / 2, 22.0))
        found, _ = pages("x\n\n" + "word " * 90, look)
        counts = [sum(run.text.startswith("word") for run in shown(drawing)) for drawing in found]
        assert all(count != 1 for count in counts), (step, counts)


def test_long_tables_repeat_their_titles() -> None:
    rows = "\n".join(f"| row {n} | {n} |" for n in range(120))
    found, _ = pages(f"| Name | N |\n|---|---|\n{rows}\n")
    assert len(found) > 1
    assert all(words([drawing])[0] == "NAME" for drawing in found)
    assert [w for w in words(found) if w.startswith("row")] == [f"row {n}" for n in range(120)]


def test_short_tables_are_not_broken() -> None:
    table = "| A | B |\n|---|---|\n| r1 | 1 |\n| r2 | 2 |\n"
    for step in range(40):
        look = DocumentLook(margins=(20.0, 22.0, 205.0 + step, 22.0))
        found, _ = pages(f"x\n\n{'x' * (step % 2)}\n\n{table}\ny\n", look)
        holding = [drawing for drawing in found if {"r1", "r2", "A"} & set(words([drawing]))]
        assert len(holding) == 1
        assert words(found).count("A") == 1


def test_pictures_and_quotes(tmp_path: Path) -> None:
    Pil.new("RGB", (300, 150)).save(tmp_path / "chart.png")
    kit = make_kit(Collector(), {}, folder=tmp_path)
    report = Collector()
    found = render_markdown("![chart](chart.png)\n\n> said\n", kit, LOOK, report)
    assert not report.found
    image = next(item for item in walk(found[0].items) if isinstance(item, Image))
    assert (image.w, image.h) == pytest.approx((50.8, 25.4))
    bar = next(item for item in walk(found[0].items) if isinstance(item, Rect))
    quote = next(run for run in shown(found[0]) if run.text == "said")
    assert bar.x < quote.x


def test_an_empty_document_has_a_page() -> None:
    found, problems = pages("")
    assert len(found) == 1
    assert not problems


def test_a_piece_higher_than_a_page_ends() -> None:
    tall = TableData(["A"], [["word " * 3000]])
    found, _ = pages("x\n\n{table:t}\n\ny", tables={"t": tall})
    assert words(found)[-1] == "y"


@settings(deadline=None, max_examples=60)
@given(st.text("ab *_#>-|`[]()!\\\n1.{}:", max_size=60))
def test_any_markdown_is_set_or_told(text: str) -> None:
    found, problems = pages(text, subject={"a": 1})
    assert found
    assert all(problem.code.startswith("PCG07") for problem in problems)


# --- what names pages ---

FILL = "\n\n".join(["word " * 70] * 12)


def places(drawings: list[Drawing], text: str, size: float = 0.0) -> list[int]:
    """The pages (from 1) that have a run of this text, of more than a size."""
    return [
        number
        for number, drawing in enumerate(drawings, start=1)
        if any(run.text == text and run.size > size for run in shown(drawing))
    ]


def test_references_name_the_page_of_a_heading_and_lead_there() -> None:
    text = "# A\n\nSee [the storms](#high-storms), [](#high-storms).\n\n"
    text += f"{FILL}\n\n{FILL}\n\n## High storms!\n\nx\n"
    found, problems = pages(text)
    assert not problems
    page = places(found, "High storms!", 12)[0]
    assert page > 1
    first = "".join(words(found[:1])).replace("\u00a0", "").replace(" ", "")
    assert f"Seethestorms(→{page}),Highstorms!(→{page})." in first
    links = [item for item in walk(found[0].items) if isinstance(item, Link)]
    assert {link.target for link in links} == {"#High storms!"}


def test_headings_of_one_name_are_told_apart() -> None:
    text = f"## A\n\n[one](#a) [two](#a-1)\n\n{FILL}\n\n{FILL}\n\n## A\n\nx\n"
    found, problems = pages(text)
    assert not problems
    second = places(found, "A", 12)[-1]
    line = next(run.text for run in shown(found[0]) if run.text.startswith("one") or "→" in run.text)
    assert second > 1
    whole = "".join(words(found[:1]))
    assert "1)" in whole
    assert f"{second})" in whole, line


def test_the_index_has_terms_with_their_pages() -> None:
    text = (
        f"[[Lamp]] and [[lamps|Lamp]] [[Éclair]].\n\n{FILL}\n\n{FILL}\n\n[[Lamp]] again\n\n"
        "| a | b |\n|---|---|\n| [[wick]] | x |\n\n[INDEX]\n"
    )
    found, problems = pages(text)
    assert not problems
    last = len(found)
    assert last == 3
    listed = [t.replace("\u00a0", " ").replace("\u2011", "-") for t in words(found)]
    assert [t for t in listed if t.startswith(("Éclair  ", "Lamp  ", "wick  "))] == [
        "Éclair  1",
        "Lamp  1, 3",
        "wick  3",
    ]
    assert "lamps" in " ".join(words(found[:1]))
    assert "[[" not in "".join(words(found))


def test_runs_of_pages_are_ranges() -> None:
    text = "\n\n[PAGE]\n\n".join(["[[oil]]", "[[oil]]", "[[oil]]", "x", "[[oil]]"]) + "\n\n[INDEX]\n"
    found, _ = pages(text)
    assert len(found) == 5
    assert "oil\u00a0\u00a01–3, 5" in words(found)


def test_pages_begin_where_they_should() -> None:
    for look in (LOOK, DocumentLook(columns=2)):
        found, problems = pages("one\n\n[PAGE]\n\n## Two\n\n[PAGE]\n\n| a |\n|---|\n| three |\n", look)
        assert not problems
        assert [places(found, text) for text in ("one", "Two", "three")] == [[1], [2], [3]]


def test_links_and_looks() -> None:
    found, problems = pages('[web](https://example.org) [red](bad) [Small](small-caps) "it\'s"\n')
    assert not problems
    links = [item for item in walk(found[0].items) if isinstance(item, Link)]
    assert [link.target for link in links] == ["https://example.org"]
    runs = {run.text: run for run in shown(found[0])}
    assert runs["red"].color == KIT.theme.colors["bad"]
    assert runs["MALL"].size < runs["S"].size
    assert "“it’s”" in "".join(words(found))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[x](#nowhere)", "PCG0714"),
        ("[](#)", "PCG0714"),
        ("[x](file.md)", "PCG0761"),
        ("[x](javascript:x)", ""),
        ("[x](rde)", "PCG0761"),
        ("[INDEX]", "PCG0761"),
        ("[[]] [[a|]] [[|a]]", ""),
        ("[TOC]", ""),
        ("[PAGE]", ""),
        ("[[a]] [x](#h) [TOC]", ""),
    ],
)
def test_marks_that_are_wrong(text: str, code: str) -> None:
    found, problems = pages(f"# H\n\n{text}\n")
    assert found
    assert codes(problems) == ([code] if code else [])
    assert all(problem.span and problem.span.line == 3 for problem in problems)


def test_a_document_without_references_is_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    count = [0]

    def counted(*arguments: Any) -> Any:
        count[0] += 1
        return lay_pages(*arguments)

    monkeypatch.setattr(document_module, "lay_pages", counted)
    pages("# A\n\ntext\n")
    assert count[0] == 1
    pages("# A\n\n[x](#a)\n")
    assert 2 <= count[0] - 1 <= 4


# --- pages ---


def test_tables_stay_whole_where_that_takes_no_further_page() -> None:
    rows = "\n".join(f"| r{n} | {n} |" for n in range(15))
    table = f"| A | B |\n|---|---|\n{rows}\n"
    whole = broken = 0
    for lines in range(10, 60, 3):
        text = "\n\n".join(["line"] * lines) + f"\n\n{table}\n"
        found, _ = pages(text)
        holding = [[w for w in words([d]) if w.startswith("r")] for d in found]
        parts = [len(part) for part in holding if part]
        assert sum(parts) == 15
        whole += len(parts) == 1
        broken += len(parts) == 2
        assert min(parts) >= 3
    assert whole > broken


def test_the_columns_of_the_last_page_are_even() -> None:
    seen = 0
    for count in range(20, 60, 4):
        text = "\n\n".join(f"{n} " + "word " * 30 for n in range(count))
        found, _ = pages(text, DocumentLook(columns=2))
        assert " ".join(words(found)).split() == text.split()
        last = [run for run in shown(found[-1]) if " / " not in run.text]
        middle = found[-1].width / 2
        left = [run.y for run in last if run.x < middle]
        right = [run.y for run in last if run.x > middle]
        assert right or len(left) < 6
        if right:
            seen += 1
            assert abs(max(left) - max(right)) < 25
    assert seen > 5


def test_pages_of_a_booklet_are_half_the_paper() -> None:
    look = DocumentLook("a4", (14.0, 13.0, 18.0, 13.0), half=True)
    found, _ = pages(f"# A\n\n{FILL}\n", look)
    assert {(page.width, page.height) for page in found} == {(148.5, 210.0)}
    sides = fold(found)
    assert len(sides) == 2 * -(-len(found) // 4)
    assert {(side.width, side.height) for side in sides} == {(297.0, 210.0)}


def test_the_order_of_a_booklet() -> None:
    assert order(0) == []
    assert order(1) == order(4) == [(3, 0), (1, 2)]
    assert order(7) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    for count in range(1, 40):
        flat = [page for pair in order(count) for page in pair]
        assert sorted(flat) == list(range(-(-count // 4) * 4))
        # Folded and leafed through, pages come in their order: each back follows its front.
        for front, back in zip(order(count)[::2], order(count)[1::2], strict=True):
            assert front[1] + 1 == back[0]
            assert back[1] + 1 == front[0]


# --- braces ---


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("a {b.c} {icon:x} {table:y} {a|upper}", []),
        ("`{` and ``{ ` {``\n\n    { code }\n\n```\n{\n```", []),
        (r"\{ fine \}", []),
        ("{", [(1, 1)]),
        ("a }\nb { c", [(1, 3), (2, 3)]),
        ("- x\n    - y {\n", [(2, 9)]),
        ("{a b}", [(1, 1), (1, 5)]),
    ],
)
def test_braces_that_belong_to_nothing(text: str, columns: list[tuple[int, int]]) -> None:
    found = list(lone_braces(text, "rules.md"))
    assert {problem.code for problem in found} <= {"PCG0602"}
    assert [(p.span.line, p.span.column) for p in found if p.span] == columns


@settings(deadline=None, max_examples=40)
@given(st.text("ab [](#)|{}`\"'\\\n*TOCINDEXPAGE", max_size=50))
def test_any_marks_are_set_or_told(text: str) -> None:
    found, problems = pages(f"# a\n\n[TOC]\n\n{text}\n\n[[b]]\n\n[INDEX]\n", subject={"a": 1})
    assert found
    assert all(problem.code.startswith("PCG07") for problem in problems)


# --- space, sizes, widths ---


@pytest.mark.parametrize("follows", ["A line.", "- A line.", "1. A line.", "> A line."])
def test_the_same_space_below_every_heading(follows: str) -> None:
    def below(text: str) -> float:
        found, problems = pages(f"# T\n\nBefore.\n\n## Part\n\n{text}\n")
        assert not problems
        runs = {run.text: run for run in shown(found[0])}
        return runs["A line."].y - runs["Part"].y

    assert below(follows) == pytest.approx(below("A line."), abs=1e-6)


PROSE = "\n\n".join(["The lamps burn low tonight, and nobody at the harbour knows why that is so. " * 5] * 9)


def test_a_document_may_be_larger_or_smaller() -> None:
    def lowest(scale: float) -> float:
        found, _ = pages(PROSE, DocumentLook(scale=scale))
        return 297.0 * (len(found) - 1) + max(run.y for run in shown(found[-1]) if " / " not in run.text)

    sizes = [lowest(scale) for scale in (0.84, 0.92, 1.0, 1.12)]
    assert sizes == sorted(sizes)
    (small, *_), _ = pages(PROSE, DocumentLook(scale=0.84))
    (usual, *_), _ = pages(PROSE)
    assert shown(small)[0].size == pytest.approx(0.84 * shown(usual)[0].size)


def test_columns_of_tables_are_as_wide_as_makes_them_low() -> None:
    """Two columns with texts: neither takes so much that the other is broken into many lines."""
    rows = [["A lamp of brass and of green glass", "Once", "Put it out. " * n] for n in (3, 4, 2)]
    found, problems = pages(
        "{table:t}", DocumentLook(columns=2), tables={"t": TableData(["Lamp", "Often", "Do"], rows)}
    )
    assert not problems
    lines = {run.y for run in shown(found[0]) if " / " not in run.text}
    wide, _ = pages(
        "{table:t}",
        DocumentLook(columns=2),
        tables={"t": TableData(["Lamp", "Often", "Do"], rows, [30.0, None, None])},
    )
    assert len(lines) <= len({run.y for run in shown(wide[0]) if " / " not in run.text})


def test_given_widths_are_kept() -> None:
    data = TableData(["A", "B"], [["x", "y"]], [30.0, None])
    (found, *_), problems = pages("{table:t}", tables={"t": data})
    assert not problems
    runs = {run.text: run for run in shown(found)}
    assert runs["y"].x - runs["x"].x == pytest.approx(30.0)


def test_a_table_that_is_too_wide_is_told() -> None:
    data = TableData(["A", "B"], [["x", "y"]], [100.0, 100.0])
    _, problems = pages("{table:t}", tables={"t": data})
    assert codes(problems) == ["PCG0735"]
    long = TableData(["A"], [["Donaudampfschifffahrtsgesellschaft" * 4]])
    _, problems = pages("{table:t}", DocumentLook(columns=2), tables={"t": long})
    assert codes(problems) == ["PCG0735"]
