"""Documents from Markdown: what is on their pages, and where pages end."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawing import codes, make_kit
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pil

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.layout.display import Bookmark, Drawing, Image, Rect, TextRun, Use, walk
from pycardgen.layout.document import DocumentLook, TableData, render_markdown

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
