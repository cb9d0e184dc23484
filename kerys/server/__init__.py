"""The table in the browser: people, lobby, live updates, the log of events, the HTTP API."""
