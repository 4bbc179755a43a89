"""What `simulate` reports: figures as JSON (schemas/simulate.schema.json), and as text for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pycardgen.engine.api import Setup
from pycardgen.engine.stats import CardFigures, Rate, Reached, Share, Spread, Tally, spread, wilson
from pycardgen.model.game import Game

if TYPE_CHECKING:
    from rich.console import Console

VERSION = 1


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a run. `coverage` has `cards`, `effects` and `lines`, or nothing when no game was looked
    at; `cards` is empty unless asked for.
    """

    game: str
    bundle: str
    setup: Setup
    seed: int
    games: int
    wins: Mapping[str, Rate]
    endings: Mapping[str, int]
    decisions: Spread
    rounds: Spread
    coverage: Mapping[str, Reached]
    cards: Mapping[str, CardFigures]
    cpu_seconds: float


def make_report(
    game: Game,
    digest: str,
    setup: Setup,
    seed: int,
    tally: Tally,
    coverage: Mapping[str, Reached],
    cards: Mapping[str, CardFigures],
) -> Report:
    """Sum up what was counted."""
    endings = {name: tally.endings[name] for name in (*game.endings, "limit") if tally.endings[name]}
    return Report(
        game=game.id,
        bundle=digest,
        setup=setup,
        seed=seed,
        games=tally.games,
        wins={side: wilson(tally.wins[side], tally.games) for side in game.sides},
        endings=endings,
        decisions=spread(tally.decisions),
        rounds=spread(tally.rounds),
        coverage=coverage,
        cards=cards,
        cpu_seconds=tally.cpu_seconds,
    )


def to_json(report: Report, others: Mapping[str, Report] | None = None) -> dict[str, Any]:
    """The report as JSON data, with the wins of other runs. Shares and means have six decimals."""
    setup = report.setup
    compared = {
        what: {"wins": _wins(other), "endings": dict(other.endings)} for what, other in (others or {}).items()
    }
    return {
        "version": VERSION,
        "game": report.game,
        "bundle": report.bundle,
        "setup": {
            "players": setup.players,
            "map": setup.map,
            "mission": setup.mission,
            "settings": dict(setup.settings),
            "packs": list(setup.packs),
        },
        "seed": report.seed,
        "games": report.games,
        "wins": _wins(report),
        "endings": dict(report.endings),
        "decisions": _rounded(asdict(report.decisions)),
        "rounds": _rounded(asdict(report.rounds)),
        "coverage": {
            name: {"reached": part.reached, "total": part.total, "missed": list(part.missed)}
            for name, part in report.coverage.items()
        },
        **({"cards": _cards(report.cards)} if report.cards else {}),
        "cpu_seconds": round(report.cpu_seconds, 3),
        **({"compared": compared} if compared else {}),
    }


def _wins(report: Report) -> dict[str, Any]:
    return _rates(report.wins)


def _rates(wins: Mapping[str, Rate]) -> dict[str, Any]:
    return {side: _rounded(asdict(rate)) for side, rate in wins.items()}


def _cards(cards: Mapping[str, CardFigures]) -> dict[str, Any]:
    return {
        name: {
            "moved": _share(card.moved),
            "ended_in": {zone: _share(share) for zone, share in card.zones.items()},
        }
        for name, card in cards.items()
    }


def _share(share: Share) -> dict[str, Any]:
    return {"games": share.games, "wins": _rates(share.wins)}


def _rounded(figures: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in figures.items()}


# --- text ----------------------------------------------------------------------------------------

MOST_MISSED = 12


def print_report(report: Report, title: str, console: Console) -> None:
    """The report as tables."""
    from rich.table import Table

    setup = report.setup
    where = "".join(f", {part}" for part in (setup.map, setup.mission) if part)
    console.print(f"[bold]{title}[/]: {report.games} games, {setup.players} players{where}", highlight=False)
    wins = Table("side", "wins", "rate", "95 %", box=None, pad_edge=False)
    for side, rate in report.wins.items():
        wins.add_row(side, str(rate.n), f"{rate.rate:.1%}", f"{rate.low:.1%} to {rate.high:.1%}")
    console.print(wins)
    ends = Table("ending", "games", "share", box=None, pad_edge=False)
    for reason, n in report.endings.items():
        ends.add_row(reason, str(n), f"{n / max(report.games, 1):.1%}")
    console.print(ends)
    lengths = Table("length", "mean", "median", "95 % under", box=None, pad_edge=False)
    for name, part in (("decisions", report.decisions), ("rounds", report.rounds)):
        lengths.add_row(name, f"{part.mean:.1f}", f"{part.median:g}", str(part.p95))
    console.print(lengths)
    for name, found in report.coverage.items():
        _print_reached(name, found, console)
    console.print(f"{report.cpu_seconds:.1f} s of processor time, seed {report.seed}", highlight=False)


def print_cards(report: Report, names: Mapping[str, str], console: Console) -> None:
    """Each card, those that went with most wins first: in how many games it was in play, and who won them."""
    from rich.table import Table

    sides = list(report.wins)
    table = Table("card", "in play", *(f"{side} then" for side in sides), box=None, pad_edge=False)
    for card, figures in sorted(report.cards.items(), key=lambda item: _gain(report, item[1]), reverse=True):
        moved = figures.moved
        rates = [f"{moved.wins[s].rate:.1%} ({_against(moved.wins[s], report.wins[s])})" for s in sides]
        shown = rates if moved.games else ["-"] * len(sides)
        table.add_row(names.get(card, card), f"{moved.games / max(report.games, 1):.1%}", *shown)
    console.print(table)


def _gain(report: Report, figures: CardFigures) -> float:
    """How much better the first side does than usual when a card is in play."""
    side = next(iter(report.wins), None)
    if side is None or not figures.moved.games:
        return 0.0
    return figures.moved.wins[side].rate - report.wins[side].rate


def _against(rate: Rate, usual: Rate) -> str:
    return f"{100 * (rate.rate - usual.rate):+.1f}"


def _print_reached(name: str, found: Reached, console: Console) -> None:
    console.print(f"{name}: {found.reached} of {found.total} reached", highlight=False)
    for missed in found.missed[:MOST_MISSED]:
        console.print(f"  never: {missed}", markup=False, highlight=False)
    if len(found.missed) > MOST_MISSED:
        console.print(f"  and {len(found.missed) - MOST_MISSED} more", highlight=False)


def print_comparison(reports: Mapping[str, Report], console: Console) -> None:
    """How often each side wins in several runs."""
    from rich.table import Table

    sides = list(next(iter(reports.values())).wins)
    table = Table("", *sides, box=None, pad_edge=False)
    for what, report in reports.items():
        table.add_row(what, *(f"{r.rate:.1%} ({r.low:.1%} to {r.high:.1%})" for r in report.wins.values()))
    console.print(table)
