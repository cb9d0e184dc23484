#!/usr/bin/env bash
# What the tests need besides Python: a browser, PostgreSQL and tmux. Installs what is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

debian() { # debian PACKAGE: install it where this is a Debian and we may
    local become=()
    command -v apt-get > /dev/null || return 1
    if [ "$(id -u)" != 0 ]; then
        command -v sudo > /dev/null && sudo -n true 2> /dev/null || return 1
        become=(sudo -n)
    fi
    export DEBIAN_FRONTEND=noninteractive
    "${become[@]}" apt-get install -y -qq --no-install-recommends "$1" > /dev/null 2>&1 && return
    "${become[@]}" apt-get update -qq && "${become[@]}" apt-get install -y -qq --no-install-recommends "$1" > /dev/null
}

if ! .venv/bin/python -m tests.browser.finding > /dev/null; then
    echo "Installing a browser for the tests ..."
    debian chromium || .venv/bin/playwright install chromium
fi
if ! .venv/bin/python -m tests.server.postgres > /dev/null; then
    echo "Installing PostgreSQL for the tests ..."
    debian postgresql || {
        echo "The tests start a PostgreSQL server of their own, and its programs (initdb, postgres)" >&2
        echo "are not on this machine: install PostgreSQL and try again." >&2
        exit 1
    }
fi
if ! command -v tmux > /dev/null; then
    echo "Installing tmux for the tests ..."
    debian tmux || {
        echo "The tests of the terminal need tmux: install it and try again." >&2
        exit 1
    }
fi
