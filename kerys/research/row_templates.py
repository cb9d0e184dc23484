"""One row of a batch, step by step: templates, linked to one game by `row_functions`.

Each works on one row of the arrays of a batch, so that a loop on the CPU and a thread on the GPU
run the very same code.
"""

from __future__ import annotations

from kerys.kernel.bits import MASK_BITS, has, lowest, mask_nth, whole
from kerys.kernel.chance import below, branch
from kerys.kernel.compiling import rule
from kerys.kernel.linking import template

RANK, WIN, POINTS = range(3)
"""The kinds of rewards."""
POINTS_SCALE = 20
"""How many points ahead of the others are a reward of 1."""


@rule
def clear(numbers):
    """Set a row of numbers to zero."""
    for index in range(numbers.shape[0]):
        numbers[index] = 0


@template
def ask(state, words):
    """The next seat that is asked, and the number of its answers, which go into `words`.

    Sealed choices are asked one after the other, from the lowest seat; an observation is made of
    what its seat knows, so that none sees what another has sealed.
    """
    seat = lowest(actors(state))
    return seat, legal(state, seat, words)


@template
def spread_part(words, part):
    """One part of a mask: the bits of several actions as bytes."""
    members = words[part // PARTS] >> (part % PARTS * SPREAD_BITS)
    return SPREAD[members & ((1 << SPREAD_BITS) - 1)]


@template
def show(row, states, books, seats, masks, seen):
    """Write what the next seat may answer and what it knows."""
    mask = masks[row]
    for part in range(mask.shape[0]):
        mask[part] = spread_part(books[row].words, part)
    observe(states[row], whole(seats[row]), seen[row])


@template
def rank_reward(state, seat, players):
    """From 1 (first alone) to -1 (last): each pair of players is a point won, lost or shared."""
    lead = 0
    for other in range(players):
        own, others = rank(state, seat), rank(state, other)
        lead += (own < others) - (own > others)
    return lead / (players - 1)


@template
def win_reward(state, seat, players):
    """A player's share of the win: 1 for a sole winner, 0 for all who didn't win."""
    winners = 0
    for other in range(players):
        if rank(state, other) < rank(state, seat):
            return 0.0
        winners += rank(state, other) == rank(state, seat)
    return 1 / winners


@template
def points_reward(state, seat, players):
    """How many points a player is ahead of the mean of the others, scaled."""
    ahead = 0
    for other in range(players):
        ahead += whole(score(state, seat)) - whole(score(state, other))
    return ahead / ((players - 1) * POINTS_SCALE)


@template
def settle(state, reward, rewards, scores):
    """Write what a finished game brought: rewards for the players, and everyone's points."""
    players = rewards.shape[0]
    for seat in range(players):
        if reward == WIN:
            rewards[seat] = win_reward(state, seat, players)
        elif reward == POINTS:
            rewards[seat] = points_reward(state, seat, players)
        else:
            rewards[seat] = rank_reward(state, seat, players)
    for owner in range(owners(state)):
        scores[owner] = score(state, owner)


@template
def is_legal(action, words):
    """Whether an action is in the set of legal ones."""
    if action < 0 or action >= ACTIONS:
        return False
    return has(words[action // MASK_BITS], action % MASK_BITS)


@template
def begin(row, states, options, master, books, seats, rewards, done, scores, reward):
    """Deal a row's first game and note its first question."""
    book = books[row]
    book.number = row
    done[row] = 0
    clear(rewards[row])
    clear(scores[row])
    branch(master, book.number, book.dealer, book.chance)
    deal(states[row], options[0], book.dealer)
    seats[row], book.choices = ask(states[row], book.words)


@template
def turn(row, actions, states, options, master, books, seats, rewards, done, scores, reward):
    """Carry out a row's action; a game that ends gives way to the row's next one.

    An illegal action leaves its row as it is; returns whether it was legal.
    """
    book, state, action = books[row], states[row], whole(actions[row])
    done[row] = 0
    clear(rewards[row])
    if not is_legal(action, book.words):
        return False
    apply(state, whole(seats[row]), action)
    if actors(state) == 0:
        done[row] = 1
        settle(state, reward[0], rewards[row], scores[row])
        book.number += states.shape[0]
        branch(master, book.number, book.dealer, book.chance)
        deal(state, options[0], book.dealer)
    seats[row], book.choices = ask(state, book.words)
    return True


@template
def start_rows(
    first, last, states, options, master, books, seats, masks, seen, rewards, done, scores, reward
):
    """Deal and show a range of rows."""
    for row in range(first, last):
        begin(row, states, options, master, books, seats, rewards, done, scores, reward)
        show(row, states, books, seats, masks, seen)


@template
def advance_rows(
    first,
    last,
    actions,
    states,
    options,
    master,
    books,
    seats,
    masks,
    seen,
    rewards,
    done,
    scores,
    reward,
):
    """Carry out the actions of a range of rows."""
    for row in range(first, last):
        if turn(row, actions, states, options, master, books, seats, rewards, done, scores, reward):
            show(row, states, books, seats, masks, seen)


@template
def find_illegal(first, last, actions, books):
    """The first row of a range whose action is not legal, or `last`."""
    for row in range(first, last):
        if not is_legal(whole(actions[row]), books[row].words):
            return row
    return last


@template
def sample(book):
    """Any legal action of a row, all equally likely."""
    return mask_nth(book.words, below(book.chance, book.choices))


@template
def sample_rows(first, last, actions, books):
    """Choose at random for a range of rows."""
    for row in range(first, last):
        actions[row] = sample(books[row])


@template
def sample_where(row, actions, where, books):
    """Choose at random in a row if it is wanted; no chance is used up where it isn't."""
    actions[row] = -1
    if where[row]:
        actions[row] = sample(books[row])


@template
def sample_some_rows(first, last, actions, where, books):
    """Choose at random for the wanted rows of a range."""
    for row in range(first, last):
        sample_where(row, actions, where, books)


@template
def observe_rows(first, last, states, viewers, seen):
    """Write what one seat of each row knows."""
    for row in range(first, last):
        observe(states[row], whole(viewers[row]), seen[row])


@template
def observe_all_rows(first, last, states, seen):
    """Write what every seat of each row knows."""
    for row in range(first, last):
        for seat in range(seen.shape[1]):
            observe(states[row], seat, seen[row, seat])


@template
def refresh(row, states, books, seats, rewards, done):
    """Note the question of a row whose state was changed from outside; no game has just ended."""
    done[row] = 0
    clear(rewards[row])
    seats[row], books[row].choices = ask(states[row], books[row].words)


@template
def refresh_rows(
    first,
    last,
    changed,
    states,
    options,
    master,
    books,
    seats,
    masks,
    seen,
    rewards,
    done,
    scores,
    reward,
):
    """Note and show the questions of those rows of a range that were changed."""
    for row in range(first, last):
        if changed[row]:
            refresh(row, states, books, seats, rewards, done)
            show(row, states, books, seats, masks, seen)


@template
def imagine(row, viewers, states, books):
    """Turn a row into a random world that agrees with what one of its seats knows."""
    seat = whole(viewers[row])
    redact(states[row], seat)
    resample(states[row], seat, books[row].chance)


@template
def imagine_rows(first, last, viewers, states, books):
    """Do so for a range of rows."""
    for row in range(first, last):
        imagine(row, viewers, states, books)


@template
def is_playable(state, rewards, scores):
    """Whether a state waits for a decision, with as many owners as the row has room for."""
    fits = state.players == rewards.shape[0] and owners(state) <= scores.shape[0]
    return fits and actors(state) != 0


@template
def find_unplayable(first, last, states, rewards, scores):
    """The first state of a range that can't be played on, or `last`."""
    for row in range(first, last):
        if not is_playable(states[row], rewards[row], scores[row]):
            return row
    return last
