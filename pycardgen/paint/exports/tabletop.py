"""Tabletop Simulator: a saved object with decks, tokens, figures, boards, dice and documents.

It goes into the program's folder `Saves/Saved Objects`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pycardgen.model.components import DiceJob
from pycardgen.model.printing import DocumentJob, PrintJob
from pycardgen.paint.exports import Order
from pycardgen.paint.exports.gather import batch_of
from pycardgen.paint.exports.manifest import json_file, manifest
from pycardgen.paint.exports.tabletop_decks import deck
from pycardgen.paint.exports.tabletop_dice import dice
from pycardgen.paint.exports.tabletop_objects import Object, Table, lay_out, new_object
from pycardgen.paint.exports.tabletop_pieces import boards, figures, tokens
from pycardgen.paint.jobs import Output

_KINDS = {"cards": deck, "tokens": tokens, "figures": figures, "boards": boards}


def export(order: Order) -> Iterator[Output]:
    """`GAME.json`, and what it shows in `images/` and `documents/`."""
    table, game = Table(order), order.press.game
    for job in order.jobs:
        yield from _job(table, job)
    lay_out(table.objects)
    yield json_file(f"{game.id}.json", _saved(table.objects))
    counts: dict[str, int] = {}
    for made in table.objects:
        counts[made["Name"]] = counts.get(made["Name"], 0) + 1
    files = [f"{game.id}.json", *table.files]
    yield manifest(game, order.target, files, objects=counts, sheets=table.sheets)


def _job(table: Table, job: PrintJob) -> Iterator[Output]:
    if isinstance(job, DiceJob):
        yield from dice(table, job)
    elif isinstance(job, DocumentJob):
        yield from _document(table, job)
    else:
        batch = batch_of(table.order.press, job)
        if batch is not None:
            yield from _KINDS[batch.kind](table, batch)


def _document(table: Table, job: DocumentJob) -> Iterator[Output]:
    """A document as a PDF that can be read on the table."""
    from pycardgen.paint.jobs import print_job

    for output in print_job(table.order.press, job, ("pdf",)):
        path = f"documents/{job.job.name}.pdf"
        table.files.append(path)
        yield Output(path, output.data)
        pdf = new_object(table, "Custom_PDF", job.job.name, job.job.called, "")
        pdf["CustomPDF"] = {"PDFUrl": table.url(path), "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        table.objects.append(pdf)


def _saved(objects: Sequence[Object]) -> Object:
    """A saved object as the program writes one: a save with nothing but objects."""
    return {
        **dict.fromkeys(("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity"), ""),
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        **dict.fromkeys(("Table", "Sky", "Note"), ""),
        "TabStates": {},
        **dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), ""),
        "ObjectStates": list(objects),
    }
