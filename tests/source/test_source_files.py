"""Finding games and files, and reading text files: bounded, and never outside of the game's folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pycardgen.diagnostics import Collector, DiagnosticError, Span
from pycardgen.source.files import display, find_games, is_regular, list_files, resolve_inside
from pycardgen.source.limits import Limits
from pycardgen.source.text import read_text


@pytest.fixture
def content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("bridge", "arch", "other"):
        (tmp_path / "content" / name).mkdir(parents=True)
    for name in ("bridge", "arch"):
        (tmp_path / "content" / name / "game.yaml").write_text("id: x\n")
    return tmp_path / "content"


def test_all_games_in_order(content: Path) -> None:
    found = Collector()
    assert [display(game) for game in find_games([], found)] == ["content/arch", "content/bridge"]
    assert found.found == []


def test_named_games_keep_their_order_and_come_once(content: Path) -> None:
    found = Collector()
    games = find_games(["content/bridge", "content/arch/game.yaml", content / "bridge"], found)
    assert [game.name for game in games] == ["bridge", "arch"]
    assert found.found == []


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("content/other", "content/other is not a game: it has no game.yaml", "add a game.yaml to it"),
        ("content/brige", "there is no folder content/brige", "did you mean 'content/bridge'?"),
        ("game.yaml", ". is not a game: it has no game.yaml", "add a game.yaml to it"),
    ],
)
def test_what_is_not_a_game(content: Path, name: str, message: str, hint: str) -> None:
    found = Collector()
    assert find_games([name, "content/arch"], found) == [Path("content/arch")]
    assert [(d.code, d.message, d.hint) for d in found.found] == [("PCG0131", message, hint)]


def test_no_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = Collector()
    assert find_games([], found) == []
    assert [d.code for d in found.found] == ["PCG0132"]


def make(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")


def test_files_by_kind_in_order(content: Path) -> None:
    game = content / "arch"
    make(
        game,
        "cards/b.yaml",
        "cards/a.yml",
        "rules/x.star",
        "art/i.PNG",
        "art/j.svg",
        "rulebook.md",
        ".git/x.yaml",
        "B.yaml",
    )
    found = Collector()
    files = list_files(game, found)

    def names(paths: tuple[Path, ...]) -> list[str]:
        return [path.relative_to(game).as_posix() for path in paths]

    assert names(files.yaml) == ["B.yaml", "cards/a.yml", "cards/b.yaml", "game.yaml"]
    assert names(files.star) == ["rules/x.star"]
    assert names(files.art) == ["art/i.PNG", "art/j.svg"]
    assert names(files.other) == ["rulebook.md"]
    assert found.found == []


def test_links_out_of_the_game_are_reported_and_left_out(content: Path, tmp_path: Path) -> None:
    game = content / "arch"
    (tmp_path / "secret.yaml").write_text("x")
    (game / "a.yaml").symlink_to(tmp_path / "secret.yaml")
    (game / "deep").symlink_to(tmp_path)
    (game / "loop").symlink_to(game)
    (game / "b.yaml").symlink_to(game / "game.yaml")
    found = Collector()
    assert [path.name for path in list_files(game, found).yaml] == ["b.yaml", "game.yaml"]
    assert [(d.code, d.span) for d in found.found] == [
        ("PCG0130", Span("content/arch/a.yaml")),
        ("PCG0130", Span("content/arch/deep")),
    ]


@pytest.mark.parametrize("limits", [Limits(files=2), Limits(game_bytes=8)])
def test_too_much_in_a_game(content: Path, limits: Limits) -> None:
    make(content / "arch", "a.yaml", "b.yaml", "c.yaml")
    found = Collector()
    assert len(list_files(content / "arch", found, limits).yaml) <= 3
    assert [d.code for d in found.found] == ["PCG0104"]


def test_paths_inside(content: Path) -> None:
    game = content / "arch"
    make(game, "art/a.png")
    (game / "b.png").symlink_to(game / "art" / "a.png")
    assert resolve_inside(game, "art/a.png") == game / "art" / "a.png"
    assert resolve_inside(game, "b.png") == game / "b.png"
    assert resolve_inside(game, "art/not-there-yet.png") == game / "art" / "not-there-yet.png"


@pytest.mark.parametrize(
    "path",
    [
        "../x",
        "a/../../x",
        "a/..",
        "/etc/passwd",
        "~/x",
        "C:/x",
        "c:x",
        "a\\b",
        "..\\x",
        "",
        "a\0b",
        "a\nb",
        "out/x",
        "file",
    ],
)
def test_paths_that_leave(content: Path, tmp_path: Path, path: str) -> None:
    game = content / "arch"
    (game / "out").symlink_to(tmp_path)
    (game / "file").symlink_to("/etc/hostname")
    span = Span("f.yaml", 2, 3, 2, 9)
    with pytest.raises(DiagnosticError) as caught:
        resolve_inside(game, path, span)
    assert [(d.code, d.span) for d in caught.value.diagnostics] == [("PCG0130", span)]


def read(path: Path, limits: Limits | None = None) -> tuple[str | None, list[tuple[str, int, int]]]:
    found = Collector()
    text = read_text(path, "f", found, limits or Limits())
    return text, [(d.code, d.span.line, d.span.column) for d in found.found if d.span]


def test_reading_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "missing", Path("/dev/zero")):
        assert read(path) == (None, [("PCG0100", 1, 1)])
        assert not is_regular(path)
    (tmp_path / "file").write_text("")
    assert is_regular(tmp_path / "file")


def test_size_limit_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"12345")
    assert read(path, Limits(file_bytes=5)) == ("12345", [])
    assert read(path, Limits(file_bytes=4)) == (None, [("PCG0103", 1, 1)])


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        ("a: é\nbä: ".encode() + b"\xe9\n", "PCG0101", 2, 5),
        (b"\xff\xfea\x00", "PCG0101", 1, 1),
        (b"a: \xc3", "PCG0101", 1, 4),
        (b"a: \xed\xa0\x80", "PCG0101", 1, 4),
        (b"a: 1\r\nb: \x00\r\n", "PCG0102", 2, 4),
        (b"a: \x1b[0m", "PCG0102", 1, 4),
        (b"a: \x7f", "PCG0102", 1, 4),
        ("é: \u2028".encode(), "PCG0102", 1, 4),
        ("é\u0085".encode(), "PCG0102", 1, 2),
        ("é\n \ufeff".encode(), "PCG0102", 2, 2),
    ],
)
def test_text_that_is_refused(tmp_path: Path, data: bytes, code: str, line: int, column: int) -> None:
    path = tmp_path / "f"
    path.write_bytes(data)
    assert read(path) == (None, [(code, line, column)])


def test_text_is_normalised(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n\td\xf0\x9f\x98\x80")
    assert read(path) == ("a\nb\nc\n\td😀", [])
