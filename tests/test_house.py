"""How the project is built: hooks that can be installed, and what continuous integration runs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pycardgen import __version__

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("check", "file"),
    [("validate-manifest", ".pre-commit-hooks.yaml"), ("validate-config", ".pre-commit-config.yaml")],
)
def test_hooks_can_be_installed(check: str, file: str) -> None:
    command = [sys.executable, "-m", "pre_commit", check, str(ROOT / file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_hook_for_users_runs_a_command_that_exists() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert "id: pycardgen-check" in text
    entry = re.search(r"entry: pycardgen (\S+)", text)
    assert entry is not None
    assert (ROOT / f"pycardgen/cli/{entry[1]}.py").is_file()


def test_what_continuous_integration_runs() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in script
    assert re.findall(r"^make (\S+)$", script, re.MULTILINE) == ["lint", "test", "test-long"]
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def test_there_are_long_tests_and_they_are_left_out_of_the_short_run() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^test: .*\n\t.*-n \$\(WORKERS\) -m 'not long'$", makefile, re.MULTILINE)
    assert re.search(r"^test-long: .*\n\t.*-n \$\(WORKERS\) -m long$", makefile, re.MULTILINE)


def test_the_fast_yaml_parser_is_installed() -> None:
    from pycardgen.source.reader import CParser

    assert CParser is not None


def test_what_is_installed_has_schemas_and_templates() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {"schemas": "pycardgen/_data/schemas", "templates": "pycardgen/_data/templates"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)


def test_contracts_about_imports_cover_every_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = " ".join(project["tool"]["importlinter"]["contracts"][0]["layers"])
    packages = {path.parent.name for path in (ROOT / "pycardgen").glob("*/__init__.py")}
    assert {name for name in packages if f"pycardgen.{name}" not in layers} == set()
