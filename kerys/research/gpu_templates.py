"""The rows of a batch on a GPU: kernels, linked to one game by `kerys.research.gpu`.

`cuda` must be a global name of this module: the simulator looks for it there.
"""

from __future__ import annotations

import numpy as np

from kerys.kernel.bits import whole
from kerys.kernel.linking import template
from kerys.kernel.numba_cuda import cuda

BINS = 64
"""How many questions are told apart, and how many threads count and sort together."""


@template
def begin_kernel(states, options, master, books, seats, rewards, done, scores, reward):
    """Deal a row's first game."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        begin(row, states, options, master, books, seats, rewards, done, scores, reward)


@template
def count_kernel(states, counts):
    """Count the rows at each question, first those of a block."""
    here = cuda.shared.array(BINS, np.int32)
    row, thread = cuda.grid(1), cuda.threadIdx.x
    here[thread] = 0
    cuda.syncthreads()
    if row < states.shape[0]:
        cuda.atomic.add(here, states[row].question % BINS, 1)
    cuda.syncthreads()
    if here[thread] > 0:
        cuda.atomic.add(counts, (0, thread), here[thread])


@template
def sort_kernel(states, counts, order):
    """Put the rows into the order of their questions, a block's rows of a question side by side."""
    here = cuda.shared.array(BINS, np.int32)
    first = cuda.shared.array(BINS, np.int32)
    row, thread = cuda.grid(1), cuda.threadIdx.x
    here[thread] = 0
    cuda.syncthreads()
    question, place = 0, 0
    if row < states.shape[0]:
        question = states[row].question % BINS
        place = cuda.atomic.add(here, question, 1)
    cuda.syncthreads()
    if here[thread] > 0:
        start = cuda.atomic.add(counts, (1, thread), here[thread])
        for earlier in range(thread):
            start += counts[0, earlier]
        first[thread] = start
    cuda.syncthreads()
    if row < states.shape[0]:
        order[first[question] + place] = row


@template
def turn_kernel(
    order, actions, states, options, master, books, seats, rewards, done, scores, reward
):
    """Carry out a row's action."""
    at = cuda.grid(1)
    if at < states.shape[0]:
        row = whole(order[at])
        turn(row, actions, states, options, master, books, seats, rewards, done, scores, reward)


@template
def mask_kernel(books, masks):
    """Write one part of a row's mask."""
    at = cuda.grid(1)
    if at < masks.size:
        row, part = at // masks.shape[1], at % masks.shape[1]
        masks[row, part] = spread_part(books[row].words, part)


@template
def observe_kernel(states, seats, seen):
    """Write what a row's seat knows; the row is clear."""
    near = cuda.shared.array(HELD, STATE)
    row, thread = cuda.grid(1), cuda.threadIdx.x
    if row < states.shape[0]:
        near[thread] = states[row]
        observe_blank(near[thread], whole(seats[row]), seen[row])


@template
def observe_all_kernel(states, seen):
    """Write what one of all seats knows; the row is clear."""
    near = cuda.shared.array(HELD, STATE)
    at, thread = cuda.grid(1), cuda.threadIdx.x
    row, seat = at // seen.shape[1], at % seen.shape[1]
    if row < states.shape[0]:
        near[thread] = states[row]
        observe_blank(near[thread], seat, seen[row, seat])


@template
def find_illegal_kernel(actions, books, first_wrong):
    """Note the first row whose action is not legal."""
    row = cuda.grid(1)
    if row < books.shape[0]:
        if not is_legal(whole(actions[row]), books[row].words):
            cuda.atomic.min(first_wrong, 0, row)


@template
def sample_kernel(actions, books):
    """Choose any legal action."""
    row = cuda.grid(1)
    if row < books.shape[0]:
        actions[row] = sample(books[row])


@template
def sample_where_kernel(actions, where, books):
    """Choose any legal action in a row that is wanted."""
    row = cuda.grid(1)
    if row < books.shape[0]:
        sample_where(row, actions, where, books)


@template
def find_unplayable_kernel(states, rewards, scores, first_wrong):
    """Note the first state that can't be played on."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        if not is_playable(states[row], rewards[row], scores[row]):
            cuda.atomic.min(first_wrong, 0, row)


@template
def gather_kernel(sources, targets, states, incoming):
    """Copy a row's state to where it is wanted."""
    at = cuda.grid(1)
    if at < sources.shape[0]:
        incoming[targets[at]] = states[sources[at]]


@template
def take_kernel(changed, incoming, states, books, seats, rewards, done):
    """Give a changed row its new state."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        if changed[row]:
            states[row] = incoming[row]
            refresh(row, states, books, seats, rewards, done)


@template
def imagine_kernel(viewers, states, books, seats, rewards, done):
    """Turn a row into a random world that agrees with what a seat knows."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        imagine(row, viewers, states, books)
        refresh(row, states, books, seats, rewards, done)
