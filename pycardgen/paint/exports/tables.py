"""Virtual tables that take pictures and a CSV: cut to size, one picture for each different card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pycardgen.paint.exports import Order
from pycardgen.paint.exports.gather import Batch, batches
from pycardgen.paint.exports.manifest import csv_file, manifest
from pycardgen.paint.exports.pcio import Room, add, room_file
from pycardgen.paint.exports.singles import pngs
from pycardgen.paint.jobs import Output


def export(order: Order) -> Iterator[Output]:
    """`JOB.csv` and pictures in `JOB/`. Without an address for them, the CSV names files. PlayingCards.io
    also gets a room with all of it.
    """
    files: list[str] = []
    room, rooms = Room(), order.target == "playingcards.io"
    for batch in batches(order.press, order.jobs):
        for output in pngs(replace(order, bleed=False), batch):
            files.append(output.path)
            yield output
        if rooms:
            add(room, batch)
        if batch.kind == "boards":
            continue
        rows = _playingcards(order, batch) if rooms else _screentop(order, batch)
        output = csv_file(f"{batch.job.name}.csv", rows)
        files.append(output.path)
        yield output
    if rooms and room.widgets:
        output = room_file(room, f"{order.press.game.id}.pcio")
        files.append(output.path)
        yield output
    yield manifest(order.press.game, order.target, files)


def _playingcards(order: Order, batch: Batch) -> Iterator[list[object]]:
    """A row for each card, for the deck's editor: `item-count` says how many of it there are."""
    backs = batch.pieces[0].back is not None
    yield ["label", "image", *(["back"] if backs else []), "text", "item-count"]
    for piece in batch.pieces:
        back = [_picture(order, _back(batch, piece.id))] if backs else []
        yield [piece.name, _picture(order, f"{batch.job.name}/{piece.id}"), *back, piece.text, piece.count]


def _screentop(order: Order, batch: Batch) -> Iterator[list[object]]:
    backs = batch.pieces[0].back is not None
    yield ["name", "front", "back", "count", "text"]
    for piece in batch.pieces:
        back = _picture(order, _back(batch, piece.id)) if backs else ""
        front = _picture(order, f"{batch.job.name}/{piece.id}")
        yield [piece.name, front, back, piece.count, piece.text]


def _back(batch: Batch, id_: str) -> str:
    return f"{batch.job.name}/back" if batch.shared else f"{batch.job.name}/{id_}-back"


def _picture(order: Order, path: str) -> str:
    return f"{order.url}/{path}.png" if order.url else f"{path}.png"
