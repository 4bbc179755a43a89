"""A whole check: sorted, each problem once, ignored where the source says so, remembered until it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.overlay import BASE, check, lay
from pycardgen.check import check_and_compile, check_game
from pycardgen.diagnostics import sort_key

BROKEN = {
    "cards/lamps.yaml": """\
Lamp:
  - {id: candle, count: 6, light: 1, text: "Light 7."}
  - {id: torch, count: 3, light: 2, oil: true, text: "{lite}"}
""",
    "maps/cave.yaml": (BASE / "maps/cave.yaml")
    .read_text(encoding="utf-8")
    .replace("goals: [D03]", "goals: [X]"),
}


def test_all_problems_of_a_run_are_shown_sorted_and_the_same_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYCARDGEN_NO_CACHE", "1")
    first, _, _ = check(BROKEN)
    second = check_game(Path("game"))
    assert first == second
    assert first == sorted(first, key=sort_key)
    assert {d.code for d in first} == {"PCG0502", "PCG0601", "PCG0603"}


def test_a_comment_ignores_what_is_on_its_line_and_nothing_else() -> None:
    files = dict(BROKEN)
    files["cards/lamps.yaml"] = files["cards/lamps.yaml"].replace(
        '"Light 7."}', '"Light 7."}  # pycardgen: ignore PCG0603'
    )
    found, _, _ = check(files)
    assert {d.code for d in found} == {"PCG0502", "PCG0601"}


def test_a_comment_that_ignores_nothing_is_reported() -> None:
    found, _, _ = check(
        {
            "cards/lamps.yaml": BROKEN["cards/lamps.yaml"].replace(
                'light: 2, oil: true, text: "{lite}"}', "light: 2, oil: true}  # pycardgen: ignore PCG0601"
            )
        }
    )
    assert [d.code for d in found] == ["PCG0603", "PCG0140"]


def test_the_result_is_remembered_until_a_file_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = lay(Path("game"), BROKEN)
    first = check_game(folder)

    def never(*_: object) -> None:
        raise AssertionError("loaded again")

    with monkeypatch.context() as patch:
        patch.setattr("pycardgen.model.load.load_game", never)
        assert check_game(folder) == first
    path = folder / "cards/lamps.yaml"
    path.write_text(path.read_text().replace("Light 7.", "Light."))
    assert {d.code for d in check_game(folder)} == {"PCG0502", "PCG0601"}


def test_a_changed_picture_is_looked_at_again() -> None:
    cards = "Lamp:\n  - {id: a, count: 6, light: 1, art: a.png}\n  - {id: b, count: 3, light: 2, oil: true}\n"
    folder = lay(Path("game"), {"cards/lamps.yaml": cards})
    assert [d.code for d in check_game(folder)] == ["PCG0730"]
    (folder / "a.png").write_bytes(b"no picture")
    assert [d.code for d in check_game(folder)] == ["PCG0732"]


def test_a_pack_is_checked_again_when_its_base_changes() -> None:
    base = lay(Path("base"), {})
    pack = Path("pack")
    pack.mkdir()
    (pack / "game.yaml").write_text("id: more\ntitle: More\nversion: 1.0.0\nextends: lamps\n")
    assert check_game(pack) == []
    path = base / "maps/cave.yaml"
    path.write_text(path.read_text().replace("goals: [D03]", "goals: [X]"))
    assert {d.code for d in check_game(pack)} == {"PCG0502"}


def test_comments_of_games_beside_a_pack_are_no_comments_on_it() -> None:
    lay(Path("base"), {})
    other = lay(
        Path("other"), {"game.yaml": (BASE / "game.yaml").read_text().replace("id: lamps", "id: other")}
    )
    types = other / "types.yaml"
    types.write_text(types.read_text() + "# pycardgen: ignore PCG0352\n")
    pack = Path("pack")
    pack.mkdir()
    (pack / "game.yaml").write_text("id: more\ntitle: More\nversion: 1.0.0\nextends: lamps\n")
    assert [d.code for d in check_game(other)] == ["PCG0140"]
    assert check_game(pack) == []


def test_a_remembered_game_still_comes_with_its_rules() -> None:
    folder = lay(Path("game"), {})
    first, second = check_and_compile(folder), check_and_compile(folder)
    assert (first.diagnostics, second.diagnostics) == ([], [])
    assert second.game == first.game
    assert second.program is not None


def test_one_root_cause_is_one_error() -> None:
    cards = (BASE / "cards/lamps.yaml").read_text(encoding="utf-8")
    found, _, _ = check({"cards/lamps.yaml": cards.replace("light: 1", "light: [1")})
    assert len(found) == 1
