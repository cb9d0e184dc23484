"""The table in the browser: people, lobby, live updates, the log of events, the HTTP API."""

from kerys.kernel.extras import extra

with extra("serve"):  # check all here, so that every module gives the same error
    import alembic  # noqa: F401
    import argon2  # noqa: F401
    import fastapi  # noqa: F401
    import httpx  # noqa: F401
    import jinja2  # noqa: F401
    import msgspec  # noqa: F401
    import psycopg  # noqa: F401
    import python_multipart  # noqa: F401
    import sqlalchemy  # noqa: F401
    import uvicorn  # noqa: F401
    import websockets  # noqa: F401
