"""`pycardgen explain`: what a code means, with a wrong and a right example."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain the code of a diagnostic.

    CODE is such as PCG0112 (or just 112); without one, all codes are listed.
    """
    from pycardgen.diagnostics import did_you_mean
    from pycardgen.diagnostics.explain import all_codes, explain, title

    if code is None:
        for known in all_codes():
            click.echo(f"{known}  {title(known)}")
        return
    wanted = f"PCG{int(code):04d}" if code.isdecimal() and len(code) <= 4 else code.upper()
    page = explain(wanted)
    if page is None:
        hint = did_you_mean(wanted, all_codes()) or "`pycardgen explain` lists all codes"
        raise click.UsageError(f"There is no code {code}: {hint}")
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        from pycardgen.cli.common import console

        console().print(Markdown(page))
    else:
        click.echo(page, nl=False)
