"""The guides do what they say: their files are written, their commands run, their output compared."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from docs import Step, follow, matches, steps
from pycardgen.check import check_game

ROOT = Path(__file__).parents[1]


@pytest.mark.long
def test_the_authoring_guide(tmp_path: Path) -> None:
    found = steps((ROOT / "docs/authoring.md").read_text(encoding="utf-8"))
    assert len([step for step in found if step.file]) >= 10
    assert [step.command.split()[1] for step in found if step.command.startswith("pycardgen")] == [
        "check",
        "check",
        "map",
        "play",
        "simulate",
        "bom",
        "build",
        "play",
        "check",
        "check",
    ]
    follow(found, tmp_path)
    assert (tmp_path / "stones/out/stones/stones.pcg").is_file()


@pytest.mark.long
def test_the_tour_of_the_readme(tmp_path: Path) -> None:
    found = steps((ROOT / "README.md").read_text(encoding="utf-8"))
    assert [step.command for step in found if step.command]
    (tmp_path / "content").symlink_to(ROOT / "content")
    follow(found, tmp_path)


@pytest.mark.long
def test_the_guide_to_maps(tmp_path: Path) -> None:
    found = steps((ROOT / "docs/maps.md").read_text(encoding="utf-8"))
    assert [step.file for step in found if step.file] == ["kepler.txt"] * 3
    commands = [step.command.split() for step in found if step.command]
    made = [words for words in commands if words[1:3] == ["new", "map"]]
    assert len(made) == 3
    assert all(words[5:7] == ["--from", "kepler.txt"] for words in made)
    shutil.copytree(ROOT / "content/aliens", tmp_path / "content/aliens")
    follow(found, tmp_path)
    assert [words[1] for words in commands[-5:]] == ["new", "check", "simulate", "play", "map"]
    assert (tmp_path / "play.svg").is_file()
    assert (tmp_path / "kepler.svg").read_text(encoding="utf-8").count('class="') >= 70
    claims = re.search(
        r"```yaml\n(facts:\n.*?)```", (ROOT / "docs/maps.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert claims is not None
    file = tmp_path / "content/aliens/maps/kepler.yaml"
    file.write_text(file.read_text(encoding="utf-8") + claims[1], encoding="utf-8")
    assert [d.code for d in check_game(tmp_path / "content/aliens")] == []


def pages() -> list[Path]:
    return [
        ROOT / "README.md",
        ROOT / "CHANGELOG.md",
        ROOT / "NOTICE.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    ]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]+`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_how_documents_are_read() -> None:
    text = "a\n```yaml file=a.yaml\nx: 1\n```\n```yaml\nno\n```\n"
    text += "```console\n$ pycardgen check\nfine\n...\n$ cd x\n```\n"
    assert steps(text) == [
        Step(file="a.yaml", text="x: 1\n"),
        Step(command="pycardgen check", prints=("fine", "...")),
        Step(command="cd x"),
    ]


@pytest.mark.parametrize(
    ("wanted", "printed", "same"),
    [
        (["a", "..."], ["a"], True),
        (["a", "...", "c"], ["a", "b", "b", "c"], True),
        (["...", "c"], ["a", "c"], True),
        (["a"], ["a", "b"], False),
        (["a", "...", "c"], ["a", "b"], False),
        ([], ["a"], False),
    ],
)
def test_how_output_is_compared(wanted: list[str], printed: list[str], same: bool) -> None:
    assert matches(wanted, printed) is same
