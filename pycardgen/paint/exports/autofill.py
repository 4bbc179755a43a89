"""Orders for MPC Autofill, a free program that fills MakePlayingCards' pages with pictures of poker cards.

Its files name each picture once, with the slots of the deck that show it, counted from 0. A picture may be a
file; paths are those from the folder in which the program runs, which is the export's.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from pycardgen.paint.exports.gather import Batch
from pycardgen.paint.jobs import Output

BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""How many cards one pays for: the next of these numbers."""

STOCK = "(S30) Standard Smooth"

Listed = Sequence[Sequence[object]]
"""A deck's rows of the manifest: deck, product, side, file, id, name, copy, copies."""


def order_file(batch: Batch, listed: Listed) -> Output | None:
    """The order of a deck; None if it has no backs, which the program needs, or too many cards."""
    fronts, backs = (_pictures(listed, side) for side in ("front", "back"))
    if not backs or batch.count > BRACKETS[-1]:
        return None
    order = ElementTree.Element("order")
    details = ElementTree.SubElement(order, "details")
    bracket = next(number for number in BRACKETS if number >= batch.count)
    _texts(details, quantity=str(batch.count), bracket=str(bracket), stock=STOCK, foil="false")
    _cards(ElementTree.SubElement(order, "fronts"), fronts)
    _cards(ElementTree.SubElement(order, "backs"), {} if batch.shared else backs)
    _texts(order, cardback=next(iter(backs.values()))[0])
    ElementTree.indent(order)
    text = ElementTree.tostring(order, encoding="unicode", short_empty_elements=False)
    return Output(f"{batch.job.name}-autofill.xml", f"{text}\n".encode())


_Pictures = dict[str, tuple[str, str, list[int]]]


def _pictures(listed: Listed, side: str) -> _Pictures:
    """By card: the file of its first copy, its name, and the slots of all its copies."""
    found: _Pictures = {}
    rows = (row for row in listed if row[2] == side)
    for slot, (_, _, _, file, id_, name, *_) in enumerate(rows):
        found.setdefault(str(id_), (str(file), str(name), []))[2].append(slot)
    return found


def _cards(parent: ElementTree.Element, pictures: _Pictures) -> None:
    for file, name, slots in pictures.values():
        card = ElementTree.SubElement(parent, "card")
        _texts(
            card, id=file, slots=",".join(map(str, slots)), name=file.rpartition("/")[2], query=name.lower()
        )


def _texts(parent: ElementTree.Element, **texts: str) -> None:
    for tag, text in texts.items():
        ElementTree.SubElement(parent, tag).text = text
