"""The knobs of the spec are settings with its proposals as defaults, listed, checked, and heeded."""

from __future__ import annotations

import pytest

from pycardgen.cli import run
from pycardgen.engine.controllers import random_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from pycardgen.model.types import EnumType, IntType
from tests.content.driver import content, load, program

GAME = load("hadleys-hope")

KNOBS = {
    "level": "basic",  # table T4
    "hidden_roles": False,  # section 12
    "layout": "standard",  # H-020
    "resources": 3,  # H-008
    "lock_pass": "strongest",  # ambiguity 1
    "placed_threat_moves": False,  # 4
    "facehugger_loss": "infected",  # 5
    "break_out_roll": 5,  # 6
    "break_out_wound": 1,  # 6
    "queen_breaks_free": False,  # H-175
    "basic_actions": 5,  # table T4, and 20: alone as at the level that is chosen
    "hard_actions": 4,
    "xeno_actions": 3,  # H-080
    "event_cards": 15,  # table T3
    "solo_event_cards": 26,
    "life": 6,  # H-008
    "slots": 6,  # H-010
    "most_faults": 12,  # H-058
    "explorer_actions": 6,  # H-153
    "teleport_skill": 2,  # H-188
    "rotate_skill": 4,
    "fireproof_skill": 6,
}
"""What the spec leaves open or proposes, and its proposals."""


@pytest.mark.parametrize("name", KNOBS)
def test_a_knob_of_the_spec_is_a_setting_with_its_proposal_as_default(name: str) -> None:
    assert GAME.settings[name].default == KNOBS[name]
    assert GAME.settings[name].text.endswith(".")


def test_inspect_lists_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("inspect", str(content("hadleys-hope")))) == 0
    out = capsys.readouterr().out
    for name in GAME.settings:
        assert f"\n{name} " in out


@pytest.mark.parametrize("name", GAME.settings)
def test_a_value_that_cannot_be_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(content("hadleys-hope"))
    assert run(("simulate", folder, "--games", "1", "--set", f"{name}=bogus")) == 2
    told = capsys.readouterr().err
    assert f"error[PCG0952]: the setting `{name}` can't be `bogus`" in told
    assert "it may be" in told


def values() -> list[str]:
    """Every value of a switch or an enum, and both ends of a number."""
    found = []
    for name, setting in GAME.settings.items():
        if isinstance(setting.type, EnumType):
            found += [f"{name}={member}" for member in GAME.enums[setting.type.name].members]
        elif isinstance(setting.type, IntType):
            found += [f"{name}={setting.low}", f"{name}={setting.high}"]
        else:
            found += [f"{name}=true", f"{name}=false"]
    return found


@pytest.mark.parametrize("setting", values())
def test_a_game_is_played_with_every_value(setting: str) -> None:
    players = 1 if setting.startswith("solo") else 3
    m = Machine(GAME, program("hadleys-hope"), make_setup(GAME, players, settings=(setting,)), paranoid=False)
    outcome = m.run(m.new(5), random_bots(players, 5))
    assert outcome.reason in GAME.endings
