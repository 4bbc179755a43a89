"""The command line. Commands are imported when they are run, so that `pycardgen --help` is quick."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import click

from pycardgen import __version__

COMMANDS = {
    "check": "Find every problem of games.",
    "build": "Check games, compile them and print them.",
    "export": "Write a game for print shops, virtual tables, cutting machines or spreadsheets.",
    "calibrate": "Write a sheet that measures how a printer scales, and how far its backs are off.",
    "play": "Play one game in the terminal, alone, with others or with bots.",
    "replay": "Play a recorded game again.",
    "simulate": "Play many games with bots and report how they went.",
    "new": "Begin a game from a small one that works, a deck from a spreadsheet, or a map from a sketch.",
    "map": "Show facts about a map, and draw it, in play too.",
    "bom": "Compare the component list with what the files define.",
    "explain": "Explain the code of a diagnostic.",
    "inspect": "Show what a bundle holds.",
    "schema": "Write JSON Schemas for editors, and print the line to paste into each file.",
}
"""The first sentence of each command's help, repeated here so that listing them imports none of them."""


class _ReaderGone(Exception):  # noqa: N818 - no error
    """Whoever read the output has gone, as `head` does."""


def _variable(command: str, option: click.Option) -> str:
    """The variable that sets an option: PYCARDGEN_CHECK_FORMAT for `check --format`."""
    name = max(option.opts, key=len).lstrip("-")
    return f"PYCARDGEN_{command}_{name}".upper().replace("-", "_")


class _LazyGroup(click.Group):
    """Finds the command NAME in the module pycardgen.cli.NAME."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"pycardgen.cli.{cmd_name}").command
        assert isinstance(found, click.Command)
        for parameter in found.params:
            if isinstance(parameter, click.Option) and parameter.envvar is None:
                parameter.envvar = _variable(cmd_name, parameter)
        return found

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReaderGone from error  # click would exit with 1, as if the content had errors

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from pycardgen.diagnostics import did_you_mean

            hint = did_you_mean(args[0], COMMANDS) or "`pycardgen --help` lists the commands"
            ctx.fail(f"There is no command {args[0]!r}: {hint}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Every option can be set by a variable: PYCARDGEN_CHECK_FORMAT=json. NO_COLOR is respected.",
)
@click.version_option(__version__, "-V", "--version", prog_name="pycardgen")
def cli() -> None:
    """Check tabletop games like code, print them, play and simulate them."""


def main() -> None:
    """Run the command that the process was started for, and exit with its code."""
    signal.signal(signal.SIGTERM, _terminated)
    sys.exit(run(sys.argv[1:]))


def _terminated(number: int, _: object) -> None:
    """Leave as after Ctrl-C: what is half done is undone on the way out."""
    sys.exit(128 + number)


def run(arguments: Sequence[str]) -> int:
    """Run a command. The exit code: 0 fine, 1 the content has errors, 2 wrong usage, 3 a bug in pycardgen.

    130 after Ctrl-C and 141 when the reader of a pipe has gone, as shells have it.
    """
    code = 0
    try:
        result = cli.main(list(arguments), prog_name="pycardgen", standalone_mode=False)
        code = result if isinstance(result, int) else 0
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        _quietly("Stopped.")
        return 130
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (_ReaderGone, BrokenPipeError):
        # Python flushes again on its way out, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as error:
        from pycardgen.cli.failures import report_failure

        return report_failure(error, arguments)
    return code


def _quietly(message: str) -> None:
    """Say something when nobody may be listening any more."""
    with suppress(OSError):
        click.echo(message, err=True)
