"""Print jobs of components that can't be printed: what is wrong is said where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.overlay import BASE, lay, verify
from pycardgen.check import check_game
from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.model.components import COMPONENTS, component_schemas
from pycardgen.model.load import load_game
from pycardgen.model.printing import print_jobs
from pycardgen.paint.jobs import print_job
from pycardgen.paint.press import open_press

GAME = (BASE / "game.yaml").read_text(encoding="utf-8")
LAYOUTS = {
    "layouts/lamp.yaml": 'size: [25, 25]\nbleed: 2\nelements:\n  - {text: "{name} {light}"}\n',
    "layouts/tall.yaml": 'size: [20, 40]\nelements:\n  - {text: "{name}"}\n',
    "layouts/wide.yaml": 'size: [900, 600]\nelements:\n  - {text: "{name}"}\n',
}
DIE = "{name: Wind, faces: [calm, calm, gust, gust, gust, storm]}"


def jobs(text: str) -> dict[str, str]:
    return {"game.yaml": GAME + "print:\n" + text, **LAYOUTS}


@pytest.fixture(autouse=True)
def _aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "job", ["tokens: a, of: Lamp", "cards: a, of: Lamp, front: card", "box: a, card: [44, 68], count: 9"]
)
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("title: ''", "PCG0453"),
        ("title: '  '", "PCG0453"),
        ("title: 7", "PCG0453"),
        ("title: [Lamps]", "PCG0453"),
        ("title: {en: Lamps}", "PCG0453"),
        ('title: "a\\nb"', "PCG0453"),
        (f"title: {'x' * 61}", "PCG0453"),
        ("titel: Lamps", "PCG0451"),
        ("note: true", "PCG0453"),
        ("note: ''", "PCG0453"),
        (f"note: {'x' * 301}", "PCG0453"),
        ("notes: Print one.", "PCG0451"),
    ],
)
def test_titles_and_notes_are_lines(job: str, line: str, code: str) -> None:
    (found,) = check(f"  - {{{job}, {line}}}\n")
    assert found.code == code


def test_a_title_and_a_note_may_be_long() -> None:
    job = f"{{cards: a, of: Lamp, front: card, title: {'x' * 60}, note: {'x' * 300}}}"
    assert (
        check(f"  - {job}\n  - {job.replace('cards: a', 'tokens: b').replace('front: card, ', '')}\n") == []
    )


@pytest.mark.parametrize(
    ("job", "code"),
    [
        # --- form
        ("{tokens: a}", "PCG0452"),
        ("{tokens: A b, of: Lamp}", "PCG0453"),
        ("{tokens: a, of: Lamp, round: true}", "PCG0451"),
        ("{tokens: a, of: Lamp, shape: circle}", "PCG0453"),
        ("{tokens: a, of: Lamp, size: 0}", "PCG0453"),
        ("{tokens: a, of: Lamp, size: [20, 30, 40]}", "PCG0453"),
        ("{tokens: a, of: Lamp, size: big}", "PCG0453"),
        ("{tokens: a, of: []}", "PCG0453"),
        ("{tokens: a, of: Lamp, pieces: [{name: Oil}]}", "PCG0453"),
        ("{tokens: a, pieces: []}", "PCG0453"),
        ("{tokens: a, pieces: [{icon: drop}]}", "PCG0453"),
        ("{tokens: a, pieces: [{name: Oil, count: -1}]}", "PCG0453"),
        ("{tokens: a, pieces: [{name: Oil, count: 5000}]}", "PCG0453"),
        ("{tokens: a, of: Lamp, corner: -1}", "PCG0453"),
        ("{tokens: a, of: Lamp, sides: both}", "PCG0453"),
        ("{tokens: a, of: Lamp, outline: maybe}", "PCG0453"),
        ("{tiles: a, of: Lamp, backs: all}", "PCG0453"),
        ("{standees: a, of: Lamp}", "PCG0452"),
        ("{standees: a, of: Lamp, front: lamp, base: 200}", "PCG0453"),
        ("{dice: a, of: Lamp, sides: 6}", "PCG0451"),
        ("{dice: a, of: Lamp, size: 1}", "PCG0453"),
        ("{dice: a, of: Lamp, icons: [sun]}", "PCG0453"),
        ("{stickers: a, of: Lamp, gap: wide}", "PCG0453"),
        ("{pads: a}", "PCG0452"),
        ("{pads: a, layout: record, up: 64}", "PCG0453"),
        ("{pads: a, layout: record, each: map}", "PCG0453"),
        ("{mats: a}", "PCG0452"),
        ("{mats: a, layout: lamp, overlap: -5}", "PCG0453"),
        ("{tracks: a}", "PCG0452"),
        ("{tracks: a, list: [{name: Oil}], cell: 12}", "PCG0453"),
        ("{tracks: a, list: [{to: 5}]}", "PCG0453"),
        ("{box: a}", "PCG0452"),
        ("{box: a, card: [63, 88]}", "PCG0452"),
        ("{box: a, card: [63, 88], count: 54, thickness: 0}", "PCG0453"),
        ("{board: a, map: cave, layout: map-page, scale: 0}", "PCG0453"),
        ("{board: a, map: cave, layout: map-page, tiles: many}", "PCG0453"),
        ("{tokens: print-guide, of: Lamp}", "PCG0752"),
        # --- what is named
        ("{tokens: a, of: Lump}", "PCG0455"),
        ("{tokens: a, of: [Lamp, Lump]}", "PCG0455"),
        ("{tokens: a, of: Lamp, where: {colour: red}}", "PCG0403"),
        ("{tokens: a, of: Lamp, where: {light: 77}}", "PCG0456"),
        ("{tokens: a, of: Lamp, front: lump}", "PCG0457"),
        ("{tokens: a, of: Lamp, front: lamp, back: lump}", "PCG0457"),
        ("{tokens: a, of: Lamp, sheet: hom}", "PCG0740"),
        ("{tokens: a, pieces: [{name: Oil, icon: dropp}]}", "PCG0708"),
        ("{standees: a, of: Lamp, front: lamp, rear: mirored}", "PCG0457"),
        (f"{{dice: a, pieces: [{DIE}], color: goldd}}", "PCG0707"),
        (f"{{dice: a, pieces: [{DIE}], ink: blackk}}", "PCG0707"),
        (f"{{dice: a, pieces: [{DIE}], icons: {{calm: sunn}}}}", "PCG0708"),
        (f"{{dice: a, pieces: [{DIE}], icons: {{calmm: sun}}}}", "PCG0747"),
        (f"{{stickers: a, pieces: [{DIE}], labels: {{7: x}}}}", "PCG0747"),
        ("{dice: a, of: Lamp, faces: fases}", "PCG0403"),
        ("{pads: a, layout: recrd}", "PCG0457"),
        ("{stickers: a, of: Lamp}", "PCG0403"),
        ("{tracks: a, list: [{name: Oil, icon: dropp}]}", "PCG0708"),
        ("{tracks: a, list: [{name: Oil, color: rred}]}", "PCG0707"),
        ("{tracks: a, list: [{name: Oil, till: 5}]}", "PCG0451"),
        ("{box: a, cards: lamps}", "PCG0748"),
        ("{box: a, card: [63, 88], count: 54, front: boxx}", "PCG0457"),
        ("{box: a, card: [63, 88], count: 54, color: blu}", "PCG0707"),
        # --- what doesn't fit together
        ("{tokens: a, of: Lamp, front: tall, size: 25}", "PCG0744"),
        ("{tiles: a, of: Lamp, front: lamp, back: tall}", "PCG0744"),
        ("{standees: a, of: Lamp, front: tall, rear: lamp}", "PCG0744"),
        (f"{{dice: a, face: tall, pieces: [{DIE}]}}", "PCG0744"),
        ("{dice: a, pieces: [{name: Wind, faces: [1, 2, 3, 4, 5, 6, 7]}]}", "PCG0746"),
        ("{dice: a, pieces: [{name: Wind, faces: 11}]}", "PCG0746"),
        ("{stickers: a, pieces: [{name: Wind, faces: 99}]}", "PCG0746"),
        ("{tracks: a, list: [{name: Oil, from: 5, to: 2}]}", "PCG0749"),
        ("{tracks: a, list: [{name: Oil, to: 900}]}", "PCG0749"),
        ("{tracks: a, list: [{name: Oil, to: many}]}", "PCG0749"),
    ],
)
def test_jobs_that_are_wrong(job: str, code: str) -> None:
    verify(jobs(f"  - {job} #! {code}\n"))


def test_text_on_a_mirrored_rear_is_told() -> None:
    files = jobs("  - {standees: a, of: Lamp, front: figure, rear: mirrored}\n")
    head, text = "size: [20, 40]\nelements:\n", '  - {text: "{name}"}'
    verify({**files, "layouts/figure.yaml": f"{head}{text} #! PCG0754\n"})
    group = "  - group:\n    - {icon: flame}\n    - {text: x} #! PCG0754\n"
    (Path("game")).rename("first")
    verify({**files, "layouts/figure.yaml": head + group})
    calm = f"{head}{text[:-1]}, when: not rear}}\n  - {{icon: flame}}\n"
    found = check_game(lay(Path("calm"), {**files, "layouts/figure.yaml": calm}))
    assert [d.code for d in found] == []


def test_fields_of_templates_are_checked_against_every_kind() -> None:
    found = check(
        "  - {tokens: a, of: Lamp, front: lamp}\n"
        "  - {tokens: b, front: lamp, pieces: [{name: Oil, count: 2}]}\n"
    )
    assert [(d.code, d.span.file.split("/")[-1] if d.span else "") for d in found] == [
        ("PCG0705", "lamp.yaml")
    ]


def check(text: str) -> list[Diagnostic]:
    return [d for d in check_game(lay(Path("game"), jobs(text))) if d.severity.name == "ERROR"]


@pytest.mark.parametrize(
    "job",
    [
        "{tokens: a, of: Lamp}",
        "{tokens: a, of: [Lamp], front: lamp, size: 19, back: token, sides: fold, corner: 2, shape: rect}",
        "{tiles: a, of: Lamp, where: {oil: true}}",
        "{tiles: a, pieces: [{name: Oil, icon: drop, count: 2}], shape: hex-flat, size: 60}",
        "{standees: a, of: Lamp, front: tall, rear: mirrored, size: 15}",
        "{standees: a, of: Lamp, front: tall, rear: tall, base: 0}",
        f"{{dice: a, pieces: [{DIE}], icons: {{calm: sun}}, labels: {{storm: '!'}}, color: gold}}",
        "{dice: a, pieces: [{name: A, faces: [true, false]}, {name: B, faces: 12}], color: '{color}'}",
        "{stickers: a, pieces: [{name: Odd, faces: [1, 2, 3, 4, 5, 6, 7]}]}",
        "{pads: a, layout: record, up: 2, pages: 3, with: {spaces: '9', sections: [], subtitle: x}}",
        "{mats: a, layout: wide}",
        "{mats: a, layout: lamp, of: Lamp, outline: false}",
        "{mats: a, layout: lamp, of: Lamp}",
        "{tracks: a, list: [{name: Oil, from: 9, to: 0, step: -1, icon: drop, count: 2}], sliders: true}",
        "{box: a, card: [44, 68], count: 20, thickness: 0.4}",
        "{board: a, map: cave, layout: map-page, scale: 60, tiles: auto}",
    ],
)
def test_jobs_that_are_right_are_printed(job: str) -> None:
    assert check(f"  - {job}\n") == []
    for paper in ("a4", "letter"):
        assert printed(f"  - {job}\n", paper) == []


def printed(text: str, paper: str = "a4") -> list[str]:
    """The codes that printing gives; the game has been laid out by `check`."""
    report = Collector()
    game = load_game(Path("game"), report)
    assert game is not None
    press = open_press(game, paper, report)
    outputs = [output for job in print_jobs(game, report) for output in print_job(press, job, {"pdf"})]
    assert outputs or report.found
    return [d.code for d in report.found]


@pytest.mark.parametrize(
    ("job", "code"),
    [
        ("{tokens: a, of: Lamp, size: 300}", "PCG0745"),
        ("{tiles: a, of: Lamp, size: [400, 20]}", "PCG0745"),
        ("{standees: a, of: Lamp, front: tall, size: 150}", "PCG0745"),
        (f"{{dice: a, pieces: [{DIE}], size: 100}}", "PCG0745"),
        (f"{{stickers: a, pieces: [{DIE}], size: 60}}", "PCG0745"),
        ("{box: a, card: [150, 200], count: 100}", "PCG0745"),
        ("{tracks: a, list: [{name: Oil}], cell: [400, 10]}", "PCG0745"),
        ("{pads: a, layout: wide}", "PCG0745"),
        ("{mats: a, layout: wide, overlap: 100, with: {text: x}, each: once}", ""),
        ("{board: a, map: cave, layout: map-page, scale: 500, tiles: auto}", "PCG0753"),
        ("{board: a, map: cave, layout: map-page, scale: 80, tiles: auto, overlap: 400}", "PCG0753"),
        ("{dice: a, pieces: [{name: W, faces: 6, color: gld}], color: '{color}'}", "PCG0707"),
    ],
)
def test_what_the_paper_refuses_is_said(job: str, code: str) -> None:
    assert check(f"  - {job}\n") == []
    assert set(printed(f"  - {job}\n")) == ({code} if code else set())


def test_the_first_key_says_what_is_printed() -> None:
    """A box has the key `cards` too, and pads have `pages`."""
    text = "  - {cards: lamps, of: Lamp, front: card}\n  - {box: b, cards: lamps}\n"
    assert check(text + "  - {pads: p, pages: 2, layout: record, with: {spaces: '9'}}\n") == []


def test_the_guide_to_templates_lists_every_key() -> None:
    text = (BASE.parents[2] / "docs/templates.md").read_text(encoding="utf-8")
    section = text[text.index("## Components\n") : text.index("## Sheets\n")]
    for kind, keys in COMPONENTS.items():
        assert f"{{{kind}: " in section, kind
        for name, key in keys.items():
            assert f"- `{name}`: {key.doc}\n" in section, (kind, name)


def test_schemas_of_games_know_the_entries() -> None:
    import jsonschema

    from pycardgen.cli.schema import general_schemas

    game = dict(general_schemas())["game"]
    items = game["properties"]["print"]["items"]
    jsonschema.validate({"tokens": "a", "of": "Lamp", "size": 25}, items)
    jsonschema.validate({"cards": "a", "of": "Lamp", "front": "card"}, items)
    for wrong in ({"tokens": "a", "sise": 25}, {"box": "b", "cards": "a", "thickness": "thin"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, items)


def test_schemas_for_editors_know_every_key() -> None:
    import jsonschema

    schemas = component_schemas()
    assert schemas.keys() == COMPONENTS.keys()
    for kind, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["properties"].keys() == {kind, *COMPONENTS[kind]}
    entry = {"dice": "a", "pieces": [{"name": "Wind", "faces": 6}], "size": 20}
    jsonschema.validate(entry, schemas["dice"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**entry, "size": "big"}, schemas["dice"])
