"""The arena: tournaments of bots on duplicate deals, and what they tell about strength."""

from kerys.bots.arena.keeping import StateFile
from kerys.bots.arena.playing import Deal, play_deal
from kerys.bots.arena.running import play_all
from kerys.bots.arena.standing import Standing, standing
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
