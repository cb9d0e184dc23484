"""`kerys serve`: the table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kerys.cli.common import check_folder, command, friendly, option
from kerys.locale import N_, _

SQLITE = "sqlite:///"
SERVE_HELP = N_(
    """Serve the table in the browser, for you and your friends.

Without --db, everything is kept in one file in your data folder. With PostgreSQL, several processes
can serve the same tables.

Examples:

  kerys serve --demo --port 8080

  kerys serve --host 0.0.0.0 --url https://kerys.example.org
"""
)


@command(help=SERVE_HELP)
@option("--host", default="127.0.0.1", show_default=True, help=N_("The address to listen on."))
@option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help=N_("The port.")
)
@option("--db", help=N_("sqlite:///FILE or postgresql://URL. Default: a file in your data folder."))
@option("--url", help=N_("The public address of the site, for links in emails: http://..."))
@option("--demo", is_flag=True, help=N_("Start with sample tables; nothing is saved."))
@option(
    "--thinkers",
    type=click.IntRange(0),
    default=0,
    help=N_("How many bots think at once. Default: one per core, less one."),
)
@option(
    "--reviews",
    metavar="DEPTH",
    default="standard",
    show_default=True,
    help=N_("The deepest review that players can ask for: none, quick, standard or deep."),
)
@option(
    "--reviews-per-person",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    help=N_("How many unfinished reviews a person may have."),
)
@option(
    "--reviews-in-all",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help=N_("How many reviews may wait on the whole site."),
)
@option(
    "--workers",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help=N_("How many processes answer requests. More than one requires PostgreSQL."),
)
@option(
    "--inside",
    default="127.0.0.1",
    show_default=True,
    help=N_("The address at which other machines that share the database reach this one."),
)
@option("--mail", metavar="HOST[:PORT]", help=N_("The mail server for turn notifications."))
@option("--mail-from", help=N_("The sender of turn notifications."))
@option("--mail-user", default="", help=N_("The user name for the mail server."))
@option(
    "--mail-password",
    default="",
    envvar="KERYS_MAIL_PASSWORD",
    help=N_("The mail password. Safer: set KERYS_MAIL_PASSWORD in the environment."),
)
@option("--mail-tls", is_flag=True, help=N_("Use TLS for the mail server."))
@option(
    "--contact", default="", help=N_("Your email address, which is passed on to push services.")
)
@option("--private-webhooks", is_flag=True, help=N_("Allow webhooks inside your own network."))
@friendly
def serve(host: str, port: int, **how: Any) -> None:
    """Serve until stopped."""
    from kerys.server.run import serve as run
    from kerys.server.settings import SettingsError  # refused here without the extra

    try:
        settings = _settings(how)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    try:
        run(host, port, settings, demo=how["demo"])
    except SettingsError as error:
        raise click.ClickException(str(error)) from error


def _check_file(database: str) -> None:
    """Refuse a database file in a folder that doesn't exist."""
    if database.startswith(SQLITE):
        file = database.removeprefix(SQLITE).partition("?")[0]
        if not file:
            raise click.UsageError(_("sqlite:/// must name a file."))
        check_folder(Path(file).expanduser().parent)


def _settings(how: dict[str, Any]) -> Any:
    """What the options describe."""
    from kerys.server.settings import Mail, Settings, default_database

    mail = None
    if how["mail"]:
        server, _colon, number = how["mail"].partition(":")
        if not how["mail_from"] or (number and not number.isdigit()):
            raise click.UsageError(_("Give --mail HOST[:PORT] together with --mail-from."))
        if not how["url"]:
            raise click.UsageError(_("Add --url: emails link to the site."))
        mail = Mail(
            server,
            how["mail_from"],
            int(number or 25),
            how["mail_user"],
            how["mail_password"],
            how["mail_tls"],
        )
    if how["db"]:
        _check_file(how["db"])
    if how["demo"] and how["db"]:
        raise click.UsageError(_("A demo saves nothing: omit --db."))
    return Settings(
        database=how["db"] or default_database(),
        url=(how["url"] or "").rstrip("/"),
        mail=mail,
        contact=how["contact"],
        thinkers=how["thinkers"],
        reviews=how["reviews"],
        reviews_per_person=how["reviews_per_person"],
        reviews_in_all=how["reviews_in_all"],
        workers=how["workers"],
        inside=how["inside"],
        private_webhooks=how["private_webhooks"],
    )
