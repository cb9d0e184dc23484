"""Random play of any game: templates, linked to one game by `kerys.kernel.play`."""

from __future__ import annotations

from kerys.kernel.bits import count, mask_nth, nth
from kerys.kernel.chance import below, branch
from kerys.kernel.linking import template


@template
def decide(state, mask, chance):
    """One decision: any seat that owes one, any of its legal actions."""
    waiting = actors(state)
    seat = nth(waiting, below(chance, count(waiting)))
    options = legal(state, seat, mask)
    action = mask_nth(mask, below(chance, options))
    apply(state, seat, action)
    return seat, action


@template
def play(state, options, master, number, mask, dealer, player):
    """Game `number` of a master key, from the deal to the end; returns how many decisions."""
    branch(master, number, dealer, player)
    deal(state, options, dealer)
    decisions = 0
    while actors(state) != 0:
        decide(state, mask, player)
        decisions += 1
    return decisions


@template
def batch(states, options, master, first, decisions, mask, dealer, player):
    """Games `first` and on, one after the other."""
    for index in range(states.shape[0]):
        decisions[index] = play(states[index], options, master, first + index, mask, dealer, player)


@template
def stand(states, scores, ranks):
    """Write the scores and ranks of all owners."""
    for index in range(states.shape[0]):
        for owner in range(scores.shape[1]):
            scores[index, owner] = score(states[index], owner)
            ranks[index, owner] = rank(states[index], owner)
