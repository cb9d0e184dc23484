"""The table in the browser: people, lobby, live updates, the log of events, the HTTP API."""

from kerys.kernel.extras import extra

with extra("serve"):  # all of them, so that no module below refuses in other words
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
