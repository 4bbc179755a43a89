"""Forged bundles: whatever one part of one is changed to, it is refused, or it plays within its bounds."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pycardgen.bundle.canonical import to_bytes
from pycardgen.bundle.file import encode_members, make_bundle, pack, read_bundle, write_bundle
from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.api import RulesError
from pycardgen.engine.controllers import seat_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from tests.bundle.test_bundle_file import rewrite
from tests.engine.lanterns import lanterns

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**63 - 1, -(2**63), 0.5, "", "x", "self", "int", "rare", "hand", "Player",
    "__class__", "list[int]", [], {}, [1], ["Lit", 0, "int", 1], "day", "deck", "setup", "A1", 10**6, "bool",
)  # fmt: skip


@cache
def parts() -> dict[str, Any]:
    bundle = lanterns()
    return {name: json.loads(data) for name, data in encode_members(bundle.game, bundle.program, {}).items()}


def forged(random: Random) -> dict[str, Any]:
    """The members of a bundle with one part changed, dropped, doubled or swapped."""
    members = json.loads(json.dumps(parts()))
    name = random.choice(["content.json", "maps.json", "rules.json", "rules.json"])
    places = list(_places(members[name]))
    holder, key = random.choice(places)
    match random.randrange(6):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case 2:
            other, where = random.choice(places)
            holder[key] = (
                json.loads(json.dumps(other[where])) if where in other or isinstance(where, int) else 0
            )
        case 3 if isinstance(holder, dict):
            holder[random.choice([str(value) for value in VALUES])] = holder.pop(key)
        case _:
            holder[key] = random.choice(VALUES)
    return members


def _places(data: Any) -> Any:
    """Every place in JSON data: the container and the key or index."""
    keys = range(len(data)) if isinstance(data, list) else list(data) if isinstance(data, dict) else []
    for key in keys:
        yield data, key
        yield from _places(data[key])


def play(path: Path) -> None:
    """Read a bundle and play one game with bots, if it lets itself be read."""
    bundle = read_bundle(path)
    setup = make_setup(bundle.game, players=bundle.game.players[0])
    machine = Machine(bundle.game, bundle.program, setup, paranoid=True)
    table = seat_bots(machine, 1)
    state = machine.new(1)
    for _ in range(60):
        if not machine.step(state, table.ask, table.tell):
            break


@pytest.mark.parametrize("block", range(6))
def test_forged_bundles_do_no_harm(tmp_path: Path, block: int) -> None:
    path, refused = tmp_path / "forged.pcg", 0
    for seed in range(block * 40, block * 40 + 40):
        members = {"manifest.json": _manifest(), **{n: to_bytes(d) for n, d in forged(Random(seed)).items()}}
        rewrite(path, members)
        try:
            play(path)
        except DiagnosticError:
            refused += 1
        except RulesError:
            pass
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
    assert refused > 20


@cache
def _manifest() -> bytes:
    bundle = make_bundle(lanterns().game, lanterns().program)
    return to_bytes(bundle.manifest)


def test_what_is_not_forged_plays(tmp_path: Path) -> None:
    write_bundle(make_bundle(lanterns().game, lanterns().program), tmp_path / "good.pcg")
    play(tmp_path / "good.pcg")
    members = {"manifest.json": _manifest(), **{n: to_bytes(d) for n, d in parts().items()}}
    assert pack(members) == (tmp_path / "good.pcg").read_bytes()
