"""`kerys rules`: the rules with their ids, their code and their tests."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kerys.cli.common import command, json_option, option
from kerys.locale import N_, _

if TYPE_CHECKING:
    from kerys.table.rulebook import Rule

HELP = N_(
    """Show a rule with the code that carries it out and its tests, or list all rules.

--json prints an object with the list "rules", each with "id", "text", "code" and "tests". With
--check it has "missing" too: the ids of the rules without code or tests.

Examples:

  kerys rules YS-5.3

  kerys rules YS-5.3 --json
"""
)


@command(help=HELP)
@click.argument("rule_id", required=False)
@option(
    "--check", is_flag=True, help=N_("Fail if a rule has no code (examples need none) or no test.")
)
@option("--quiet", is_flag=True, help=N_("With --check: print only what is missing."))
@json_option
def rules(rule_id: str | None, check: bool, quiet: bool, as_json: bool) -> None:
    """The rules with their ids."""
    from kerys.table import rulebook

    if rule_id is not None and check:
        raise click.UsageError(_("--check is for all rules: omit the id"))
    if quiet and not check:
        raise click.UsageError(_("use --quiet only with --check"))
    if rule_id is not None:
        _show_one(rule_id, as_json)
        return
    try:
        book = rulebook.rulebook(rulebook.tests_folder() if check else _tests_if_any())
    except rulebook.RulebookError as error:
        raise click.ClickException(str(error)) from error
    missing = [rule for rule in book.values() if not rule.complete]
    if as_json:
        found = _plain(missing if quiet else book.values())
        if check:
            found["missing"] = [one.id for one in missing]
        click.echo(json.dumps(found))
        raise SystemExit(1 if check and missing else 0)
    for rule in missing if quiet else book.values():
        if check:
            click.echo(
                _("{rule}  code: {code}  tests: {tests}").format(
                    rule=rule.id, code=_list(rule.code), tests=_list(rule.tests)
                )
            )
        else:
            click.echo(f"{rule.id} {rule.text}")
    if check:
        click.echo(
            _("{rules} rules, {missing} without code or tests").format(
                rules=len(book), missing=len(missing)
            )
        )
        if missing:
            raise SystemExit(1)


def _show_one(rule_id: str, as_json: bool) -> None:
    """Print the rule with an id."""
    from kerys.table import rulebook

    try:
        rule = rulebook.look_up(rule_id, _tests_if_any())
    except rulebook.RulebookError as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        click.echo(json.dumps(_plain([rule])))
    else:
        _print_rule(rule)


def _plain(found: Iterable[Rule]) -> dict[str, Any]:
    """Rules for other programs."""
    keys = ("id", "text", "code", "tests")
    return {"rules": [{key: getattr(rule, key) for key in keys} for rule in found]}


def _tests_if_any() -> Path | None:
    """The tests folder of a checkout, or nothing for an installed package."""
    from kerys.table import rulebook

    try:
        return rulebook.tests_folder()
    except rulebook.RulebookError:
        return None


def _list(places: list[str]) -> str:
    """Places in one line."""
    return ", ".join(places) if places else _("MISSING")


def _print_rule(rule: Rule) -> None:
    """One rule on a few lines."""
    click.echo(f"{rule.id} {rule.text}")
    for title, places in ((_("code"), rule.code), (_("tests"), rule.tests)):
        for place in places:
            click.echo(f"  {title}: {place}")
