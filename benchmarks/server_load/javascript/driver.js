// Plays at many tables at once and measures: `node driver.js`, with a plan in JSON as the first
// line of its input. It prints a line of JSON for each step, and waits for a line after "seated"
// and "watched". A refused move, a lost connection or a move that a player never hears of ends it
// with an error.
"use strict";

const readline = require("node:readline");

const ADAPTERS = {
  boardgame: require("./boardgame.js"),
  api: require("./api.js"),
  pages: require("./pages.js"),
};
const AT_ONCE = 20;
const PATIENCE_MS = 60_000;
const GLANCE_MS = 20;

const say = (event, more = {}) => process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

function fail(why) {
  process.stdout.write(`${JSON.stringify({ event: "failed", why })}\n`, () => process.exit(1));
}

// Mulberry32: the same choices for the same seed.
function diceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// What is counted; the window is open between `begin` and `end`.
class Tally {
  constructor() {
    this.open = false;
    this.acknowledged = 0;
    this.sent = 0;
    this.told = [];
    this.watched = [];
    this.answered = [];
    this.deliveries = { players: 0, watchers: 0 };
    this.bytes = { players: 0, watchers: 0 };
    this.merged = 0;
    this.tablesMade = 0;
  }
}

// One viewer's connection to a table.
class Viewer {
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    this.seen = -1;
    this.view = null;
    this.over = false;
    this.unanswered = [];
    this.counted = 0;
    this.connection = null;
  }

  get kind() {
    return this.seat === null ? "watchers" : "players";
  }

  open(adapter, plan, person) {
    return new Promise((greeted) => {
      const late = () => fail(`table ${this.table.id} does not greet who comes to it`);
      const waiting = setTimeout(late, PATIENCE_MS);
      const hear = {
        view: (view) => {
          clearTimeout(waiting);
          greeted();
          this.table.told(this, view);
        },
        acknowledged: (state) => this.table.acknowledged(this, state),
        lost: (why) => { if (!this.table.closed) fail(`table ${this.table.id}: ${why}`); },
      };
      this.connection = adapter.open(plan, this.table.id, this.seat, person, hear);
    });
  }

  // Bytes since the last call.
  bytes() {
    const all = this.connection.bytes();
    const more = all - this.counted;
    this.counted = all;
    return more;
  }
}

class Table {
  constructor(run, id, people, watchers) {
    this.run = run;
    this.id = id;
    this.people = people;
    this.players = people.map((_person, seat) => new Viewer(this, seat));
    this.watchers = Array.from({ length: watchers }, () => new Viewer(this, null));
    this.moves = new Map(); // by the state that they lead to
    this.started = false;
    this.closed = false;
  }

  get viewers() {
    return [...this.players, ...this.watchers];
  }

  async seat() {
    const { adapter, plan } = this.run;
    const all = this.players.map((one, seat) => one.open(adapter, plan, this.people[seat]));
    await Promise.all(all);
  }

  async watch() {
    const { watching, plan } = this.run;
    for (let done = 0; done < this.watchers.length; done += AT_ONCE) {
      const some = this.watchers.slice(done, done + AT_ONCE);
      await Promise.all(some.map((one) => one.open(watching, plan, undefined)));
    }
  }

  // Everyone is connected: the player to move begins.
  start() {
    this.started = true;
    for (const one of this.players) this.consider(one);
  }

  // A viewer has heard of a state.
  told(viewer, view) {
    const heard = performance.now();
    if (!Number.isInteger(view.state)) {
      fail(`table ${this.id}: news come without the number of a state`);
      return;
    }
    if (view.state < viewer.seen) {
      fail(`table ${this.id}: state ${view.state} comes after state ${viewer.seen}`);
      return;
    }
    if (viewer.seen >= 0) {
      const news = view.state - viewer.seen;
      if (news > 1) this.run.tally.merged += news - 1;
      for (let state = viewer.seen + 1; state <= view.state; state += 1) {
        this.arrived(viewer, state, heard);
      }
    }
    const again = view.state === viewer.seen; // something else at the table has changed
    viewer.seen = view.state;
    viewer.view = again ? { ...view, taken: viewer.view.taken } : view;
    viewer.over = view.over;
    this.consider(viewer);
    if (view.over) this.replaceIfOver();
  }

  // A viewer has heard of one move.
  arrived(viewer, state, heard) {
    const { tally } = this.run;
    const move = this.moves.get(state);
    if (!move) {
      fail(`table ${this.id}: state ${state} comes without a move`);
      return;
    }
    if (tally.open) tally.deliveries[viewer.kind] += 1;
    if (move.counts && viewer !== move.mover) {
      (viewer.seat === null ? tally.watched : tally.told).push(heard - move.sent);
    }
    move.left -= 1;
    if (move.left === 0) this.moves.delete(state);
  }

  // Let a player act if they are the first of those to move. Pages don't say who else is to move:
  // there, the first to arrive acts, and the others check again after that move.
  consider(viewer) {
    const { view } = viewer;
    const asked = viewer.seat !== null && view !== null && view.mine && !view.over;
    if (!asked || !this.started || view.taken || view.actors[0] !== viewer.seat) return;
    if (this.answered(view)) return;
    view.taken = true;
    const { pace_s: pace } = this.run.plan;
    if (pace > 0) {
      const wait = pace * (0.5 + this.run.dice()) * 1000;
      setTimeout(() => {
        if (viewer.seen === view.state && !this.answered(view)) this.act(viewer, viewer.view);
      }, wait);
    } else {
      this.act(viewer, view);
    }
  }

  // Whether a player has made a move in this state that not everyone has heard of yet.
  answered(view) {
    return this.moves.has(view.state + 1);
  }

  act(viewer, view) {
    const { run } = this;
    if (run.stopping) return;
    const move = {
      mover: viewer,
      state: view.state + 1,
      sent: performance.now(),
      left: this.players.length + this.watchers.length,
      counts: run.tally.open,
    };
    if (move.counts) run.tally.sent += 1;
    viewer.unanswered.push(move);
    this.moves.set(move.state, move);
    viewer.connection.move(view, run.dice);
  }

  acknowledged(viewer, state) {
    const { tally } = this.run;
    const which = viewer.unanswered.findIndex((one) => state === null || one.state === state);
    if (which < 0) {
      fail(`table ${this.id}: state ${state} is acknowledged, but no move leads to it`);
      return;
    }
    const [move] = viewer.unanswered.splice(which, 1);
    if (tally.open) tally.acknowledged += 1;
    if (move.counts) tally.answered.push(performance.now() - move.sent);
    this.replaceIfOver();
  }

  get settled() {
    return this.moves.size === 0 && this.players.every((one) => one.unanswered.length === 0);
  }

  // Once everyone knows that the game is over, the same people move to the next table.
  replaceIfOver() {
    if (this.closed || !this.settled || !this.viewers.every((one) => one.over)) return;
    this.close();
    this.run.replace(this).catch((error) => fail(error.message));
  }

  count() {
    const { tally } = this.run;
    for (const one of this.viewers) {
      const more = one.bytes();
      if (tally.open) tally.bytes[one.kind] += more;
    }
  }

  close() {
    this.count();
    this.closed = true;
    for (const one of this.viewers) one.connection.close();
  }
}

class Run {
  constructor(plan, next) {
    this.plan = plan;
    this.next = next;
    this.adapter = ADAPTERS[plan.players];
    this.watching = ADAPTERS[plan.watching || plan.players];
    this.dice = diceOf(plan.seed || 1);
    this.tally = new Tally();
    this.stopping = false;
    this.replacing = 0;
    this.tables = [];
  }

  // The tables, in the order of the plan; watchers are spread evenly.
  async connect() {
    const groups = await this.adapter.prepare(this.plan);
    const share = Math.ceil((this.plan.watchers || 0) / groups.length);
    let left = this.plan.watchers || 0;
    for (const group of groups) {
      const watchers = Math.min(share, left);
      left -= watchers;
      const table = new Table(this, group.tables.shift(), group.people, watchers);
      table.group = group;
      this.tables.push(table);
    }
    for (let done = 0; done < this.tables.length; done += AT_ONCE) {
      await Promise.all(this.tables.slice(done, done + AT_ONCE).map((one) => one.seat()));
    }
    say("seated");
    await this.next();
    for (const table of this.tables) await table.watch();
    say("watched");
    await this.next();
  }

  async replace(old) {
    this.replacing += 1;
    const { group } = old;
    let id = group.tables.shift();
    if (id === undefined) {
      id = await this.adapter.makeTable(this.plan, group.people);
      this.tally.tablesMade += 1;
    }
    const table = new Table(this, id, group.people, old.watchers.length);
    table.group = group;
    this.tables[this.tables.indexOf(old)] = table;
    await table.seat();
    await table.watch();
    this.replacing -= 1;
    table.start();
  }

  count() {
    for (const table of this.tables) if (table.started) table.count();
  }

  async play() {
    const { plan, tally } = this;
    for (const table of this.tables) table.start();
    await pause(plan.warmup_s * 1000);
    this.count();
    tally.open = true;
    const cpu = process.cpuUsage();
    const begun = performance.now();
    say("begin");
    await pause(plan.seconds * 1000);
    this.count();
    tally.open = false;
    const seconds = (performance.now() - begun) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    say("end");
    await this.drain();
    return this.result(seconds, (user + system) / 1e6 / seconds);
  }

  // Wait until everyone has heard of every move.
  async drain() {
    this.stopping = true;
    const until = performance.now() + PATIENCE_MS;
    while (this.replacing > 0 || !this.tables.every((table) => table.settled)) {
      if (performance.now() > until) {
        const open = this.tables.filter((table) => !table.settled).map((table) => table.id);
        const some = open.slice(0, 5).join(", ");
        throw new Error(`moves were never answered or told at ${open.length} tables: ${some}`);
      }
      await pause(GLANCE_MS);
    }
  }

  result(seconds, busy) {
    const { tally } = this;
    const each = (kind) => tally.bytes[kind] / Math.max(1, tally.deliveries[kind]);
    return {
      seconds,
      moves: tally.acknowledged,
      moves_per_s: tally.acknowledged / seconds,
      told_ms: summary(tally.told),
      answered_ms: summary(tally.answered),
      watched_ms: summary(tally.watched),
      bytes_per_viewer: each("players"),
      bytes_per_watcher: each("watchers"),
      merged: tally.merged,
      tables_made: tally.tablesMade,
      driver_busy: busy,
    };
  }
}

function summary(found) {
  if (found.length === 0) return null;
  const sorted = Float64Array.from(found).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: sorted[sorted.length - 1] };
}

async function main() {
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) process.exit(1); // the parent process is gone
    return value;
  };
  const run = new Run(JSON.parse(await next()), next);
  await run.connect();
  const result = await run.play();
  for (const table of run.tables) table.close();
  process.stdout.write(`${JSON.stringify({ event: "result", result })}\n`, () => process.exit(0));
}

main().catch((error) => fail(error.stack));
