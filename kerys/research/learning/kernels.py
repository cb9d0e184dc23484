"""Compiled parts of learning on the CPU, which use what is zero.

Observations are mostly zeros, and few of a game's actions are legal at a time. So a rollout keeps
what isn't zero and what is legal, one row after the other in long lists: `ends[row]` to
`ends[row + 1]` of a list belong to a row. All functions take the numbers of some rows.
"""

from __future__ import annotations

import numpy as np

from kerys.kernel.compiling import fast_rule

POLICY, ENTROPY, PULL, CHANGE, AGREED, OWN = range(6)
"""What `policy_rows` adds up."""
SUMS = 6


@fast_rule
def keep_seen(seen, first, ends, places, numbers):
    """Append the numbers of some observations that aren't zero, and their places."""
    at = ends[first]
    for row in range(seen.shape[0]):
        for place in range(seen.shape[1]):
            number = seen[row, place]
            places[at] = place
            numbers[at] = number
            at += number != 0.0
        ends[first + row + 1] = at


@fast_rule
def keep_legal(masks, first, ends, legal):
    """Append the legal actions of some masks."""
    at = ends[first]
    for row in range(masks.shape[0]):
        for action in range(masks.shape[1]):
            legal[at] = action
            at += masks[row, action] != 0
        ends[first + row + 1] = at


@fast_rule
def first_layer(rows, ends, places, numbers, weights, bias, out):
    """The first layer of some rows, with its ReLU; four numbers of an observation at a time."""
    wide = weights.shape[1]
    for index in range(rows.shape[0]):
        row = rows[index]
        layer = out[index]
        for column in range(wide):
            layer[column] = bias[column]
        at, end = ends[row], ends[row + 1]
        while at + 4 <= end:
            one, two = weights[places[at]], weights[places[at + 1]]
            three, four = weights[places[at + 2]], weights[places[at + 3]]
            a, b, c, d = numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]
            for column in range(wide):
                layer[column] += (
                    a * one[column] + b * two[column] + c * three[column] + d * four[column]
                )
            at += 4
        while at < end:
            one, a = weights[places[at]], numbers[at]
            for column in range(wide):
                layer[column] += a * one[column]
            at += 1
        for column in range(wide):
            layer[column] = max(layer[column], np.float32(0.0))


@fast_rule
def first_gradient(rows, ends, places, numbers, gradient, found):
    """Add up the gradient of the first layer's weights."""
    for index in range(rows.shape[0]):
        row = rows[index]
        down = gradient[index]
        for at in range(ends[row], ends[row + 1]):
            a = numbers[at]
            weights = found[places[at]]
            for column in range(down.shape[0]):
                weights[column] += a * down[column]


@fast_rule
def logs_of_row(legal, hidden, weights, bias, logs):
    """The logarithms of the probabilities of a row's legal actions."""
    number = legal.shape[0]
    most = np.float32(-1e30)
    for index in range(number):
        action = legal[index]
        by_action = weights[action]
        logit = bias[action]
        for column in range(hidden.shape[0]):
            logit += hidden[column] * by_action[column]
        logs[index] = logit
        most = max(most, logit)
    total = np.float32(0.0)
    for index in range(number):
        total += np.exp(logs[index] - most)
    most += np.log(total)
    for index in range(number):
        logs[index] -= most


@fast_rule
def logs_rows(rows, ends, legal, hidden, weights, bias, logs):
    """The same for some rows, one list after the other."""
    at = 0
    for index in range(rows.shape[0]):
        start, end = ends[rows[index]], ends[rows[index] + 1]
        found = logs[at : at + end - start]
        logs_of_row(legal[start:end], hidden[index], weights, bias, found)
        at += end - start


@fast_rule
def draw_rows(rows, ends, legal, hidden, weights, bias, chances, scratch, drawn, log):
    """Draw an action for some rows, each from a number between 0 and 1."""
    for index in range(rows.shape[0]):
        start, end = ends[rows[index]], ends[rows[index] + 1]
        logs = scratch[: end - start]
        logs_of_row(legal[start:end], hidden[index], weights, bias, logs)
        left, chosen = chances[index], 0
        for place in range(end - start):
            chosen = place
            left -= np.exp(logs[place])
            if left < 0.0:
                break
        drawn[index] = legal[start + chosen]
        log[index] = logs[chosen]


@fast_rule
def policy_rows(
    rows,
    ends,
    legal,
    hidden,
    weights,
    bias,
    taken,
    own,
    before,
    gains,
    lagged,
    cloning,
    clip,
    entropy_rate,
    pull_rate,
    scale,
    scratch,
    to_hidden,
    to_weights,
    to_bias,
    sums,
):
    """What the policy loses in some rows, and its gradient.

    Cloning: how unlikely the action taken is. Else the clipped objective of PPO, less entropy,
    plus the divergence from the copy that lags behind.
    """
    narrow = hidden.shape[1]
    for index in range(rows.shape[0]):
        row = rows[index]
        if not own[row]:
            for column in range(narrow):
                to_hidden[index, column] = 0.0
            continue
        start, end = ends[row], ends[row + 1]
        number = end - start
        logs = scratch[:number]
        logs_of_row(legal[start:end], hidden[index], weights, bias, logs)
        entropy, pull, best, at = np.float32(0.0), np.float32(0.0), 0, 0
        for place in range(number):
            chance = np.exp(logs[place])
            entropy -= chance * logs[place]
            if pull_rate > 0:
                pull += chance * (logs[place] - lagged[start + place])
            if legal[start + place] == taken[row]:
                at = place
            if logs[place] > logs[best]:
                best = place
        slope = np.float32(-1.0)
        if cloning:
            sums[POLICY] -= logs[at]
        else:
            change = logs[at] - before[row]
            ratio = np.exp(change)
            gain = gains[row]
            beyond = ratio > 1 + clip if gain > 0 else ratio < 1 - clip
            sums[POLICY] -= min(max(ratio, 1 - clip), 1 + clip) * gain if beyond else ratio * gain
            sums[CHANGE] += ratio - 1 - change
            slope = np.float32(0.0) if beyond else -ratio * gain
        sums[ENTROPY] += entropy
        sums[PULL] += pull
        sums[AGREED] += best == at
        sums[OWN] += 1
        upward = to_hidden[index]
        for column in range(narrow):
            upward[column] = 0.0
        for place in range(number):
            chance = np.exp(logs[place])
            away = slope * (np.float32(place == at) - chance)
            away += entropy_rate * chance * (logs[place] + entropy)
            if pull_rate > 0:
                away += pull_rate * chance * (logs[place] - lagged[start + place] - pull)
            down = np.float32(away * scale)
            action = legal[start + place]
            by_action, towards = weights[action], to_weights[action]
            to_bias[action] += down
            for column in range(narrow):
                upward[column] += down * by_action[column]
                towards[column] += down * hidden[index, column]
