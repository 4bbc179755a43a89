"""Translations: checked against messages.yaml, and carried by the bundle."""

from __future__ import annotations

from pathlib import Path

from check.overlay import lay, verify
from pycardgen.bundle.file import read_bundle
from pycardgen.cli import run
from pycardgen.diagnostics import Collector
from pycardgen.model.load import load_game
from pycardgen.model.translations import load_translations

GERMAN = """\
decisions:
  go: "{player}, wohin von {here} aus?"
messages:
  walked: {text: "{who} geht nach {tile}."}
  found: "{{nichts}}"
"""


def test_what_can_be_wrong() -> None:
    german = """\
decisions:
  go: "{player}, wohin von {hier} aus?"   #! PCG0606
  gone: Wohin?                            #! PCG0605
messages:
  walked: "{player} geht."                #! PCG0606
  found: [1]                              #! PCG0605
  rested: "{who} ruht {"                  #! PCG0606
texts: {}                                 #! PCG0605
"""
    found = verify({"i18n/de.yaml": german, "i18n/Deutsch.yaml": "messages: {}   #! PCG0607\n"})
    assert "did you mean 'here'?" in {d.hint for d in found}


def test_what_is_right_is_loaded() -> None:
    game = load_game(lay(Path("game"), {"i18n/de.yaml": GERMAN}), Collector())
    assert game is not None
    found = Collector()
    assert load_translations(game, found) == {
        "de": {
            "decisions": {"go": "{player}, wohin von {here} aus?"},
            "messages": {"walked": "{who} geht nach {tile}.", "found": "{{nichts}}"},
        }
    }
    assert found.found == []


def test_the_bundle_carries_them() -> None:
    lay(Path("game"), {"i18n/de.yaml": GERMAN})
    assert run(["build", "game", "--only", "bundle"]) == 0
    bundle = read_bundle(Path("out/lamps/lamps.pcg"))
    assert bundle.translations["de"]["messages"]["walked"] == "{who} geht nach {tile}."
