"""The arena: bot tournaments on duplicate deals, and what they say about strength."""

from kerys.bots.arena.deal import Deal, play_deal
from kerys.bots.arena.executors import play_all
from kerys.bots.arena.results import Standing, standing
from kerys.bots.arena.state_file import StateFile
from kerys.bots.arena.tournament import Tournament, TournamentError

__all__ = [
    "Deal",
    "Standing",
    "StateFile",
    "Tournament",
    "TournamentError",
    "play_all",
    "play_deal",
    "standing",
]
