"""What lies on maps in play: `position.yaml` names types, fields and templates that are there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pycardgen.diagnostics import Collector, Diagnostic, did_you_mean
from pycardgen.model.game import Game

FILE = "position.yaml"


def check(game: Game) -> Iterable[Diagnostic]:
    """Problems of a game's position, and of the templates that it names."""
    if not any(Path(folder, FILE).is_file() for folder in game.folders):
        return []
    from pycardgen.layout.game_kit import load_kit, position_document
    from pycardgen.layout.position import known_fields, read_position, type_shown
    from pycardgen.layout.template import check_template, template_name

    report = Collector()
    kit = load_kit(game, "a4", Collector())  # what is wrong with layouts is reported with what is printed
    document = position_document(game, report)
    position = read_position(document, game, report) if document is not None else None
    for layer in position.layers if position is not None else ():
        stem = template_name(layer.layout)
        template = kit.templates.get(stem)
        if template is None and any(
            Path(folder, "layouts", f"{stem}.yaml").is_file() for folder in game.folders
        ):
            continue  # it could not be read, which is reported
        if template is None:
            hint = did_you_mean(layer.layout, kit.templates) or "templates are the files of layouts/"
            message = f"there is no template `{layer.layout}`"
            report(Diagnostic("PCG0457", message, layer.place.value("layout"), hint))
            continue
        known = known_fields(game, type_shown(layer, game)).keys() | layer.extra.keys()
        check_template(template, known, kit.theme, kit.templates, report)
    return report.found
