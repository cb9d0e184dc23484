// Choosing: the page holds the answers to the open question (`choice`), and those that can follow in
// the same turn. Picks are kept here; nothing is sent before Confirm.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const GRID = 9;  // how many points across are tried to find the middle of a shape
const CONSIDERED_MS = 150;  // nothing is fetched for steps that follow each other faster
const TYPED_MS = 1500;  // the two keys of a space must be pressed within this time

const sheet = matchMedia("(max-width: 71.99rem)");  // where the decision overlaps the page

let choice = null;
let choiceText = "";
let line = [];  // the complete answers of this turn: { node, move, picks, implied }
let picks = [];  // the things picked for the next answer, in order
let typed = "", typedAt = 0;

// --- What is asked ------------------------------------------------------------------------------

// Sets the open question; picks are kept as long as the question stays the same.
function setChoice(asked) {
  const text = asked ? JSON.stringify(asked) : "";
  if (text !== choiceText) {
    choiceText = text;
    choice = asked ? prepared(asked) : null;
    line = [];
    picks = [];
    advice.clear();
  }
  showChoice();
}

function prepared(told) {
  const numbers = new Map(told.things.map(([name], index) => [name, index]));
  const nodes = told.nodes.map(([bits, after]) => {
    const moves = told.moves.map((_move, index) => index).filter((index) => isSet(bits, index));
    return { moves, after: new Map((after || []).map((next, index) => [moves[index], next])) };
  });
  const root = nodes.length - 1;
  // What an answer removes is missing from the answers that follow it.
  told.nodes.forEach(([_bits, after, without], number) => (without || []).forEach((thing, index) => {
    if (thing < 0 || after[index] < 0) return;
    const { moves, after: further } = nodes[after[index]];
    const left = moves.filter((move) => !told.moves[move].includes(thing, 1));
    nodes[number].after.set(nodes[number].moves[index], nodes.length);
    nodes.push({ moves: left, after: further });
  }));
  const things = told.things.map(([name, label, key, group]) => ({ name, label, key, group }));
  return { ...told, things, nodes, numbers, root };
}

function isSet(bits, index) {
  const digit = bits[bits.length - 1 - (index >> 2)];
  return digit !== undefined && ((parseInt(digit, 16) >> (index & 3)) & 1) === 1;
}

const thingsOf = (move) => choice.moves[move].slice(1);
const textOf = (move) => {
  const names = thingsOf(move).map((thing) => choice.things[thing].name);
  return choice.patterns[choice.moves[move][0]].replace(/\{\}/g, () => names.shift());
};
const after = (node, move) => choice.nodes[node].after.get(move) ?? -1;
const nodeNow = () => (line.length ? after(line.at(-1).node, line.at(-1).move) : choice.root);
const isComplete = () => choice !== null && line.length > 0 && nodeNow() < 0;

// The things of a move that aren't picked yet; null if a pick isn't part of the move.
function missing(move, picked) {
  const rest = thingsOf(move);
  for (const one of picked) {
    const place = rest.indexOf(one);
    if (place < 0) return null;
    rest.splice(place, 1);
  }
  return rest;
}
const fitting = (node, picked) =>
  node < 0 ? [] : choice.nodes[node].moves.filter((move) => missing(move, picked) !== null);

// --- Picking ------------------------------------------------------------------------------------

// The intended answer: the only one left, or the usual one of those left.
function meant() {
  if (!picks.length) return undefined;
  const left = fitting(nodeNow(), picks);
  if (left.length === 1) return left[0];
  const usual = left.filter((move) =>
    missing(move, picks).every((thing) => choice.usual.includes(thing)));
  return usual.length === 1 ? usual[0] : undefined;
}

function settle() {
  const move = meant();
  if (move === undefined) return;
  line.push({ node: nodeNow(), move, picks });
  picks = [];
}

function pick(thing) {
  pickThing(thing);
  showChoice();
  if (isComplete() && setting("confirm") === "off") submit();
}

function pickThing(thing) {
  const node = nodeNow();
  if (!picks.length && turnOver(thing)) return;
  if (fitting(node, [...picks, thing]).length) {
    picks.push(thing);
    settle();
    return;
  }
  if (picks.includes(thing)) {
    picks.splice(picks.lastIndexOf(thing), 1);
    dropImplied();
    return;
  }
  if (imply(node, thing) || instead(node, picks, thing)) return;
  for (let step = line.length - 1; step >= 0; step -= 1) {
    const { node: there, move, picks: before } = line[step];
    if (thingsOf(move).includes(thing)) {  // picked before: unpick it and everything after it
      line.length = step;
      picks = before.filter((one) => one !== thing);
      dropImplied();
      return;
    }
    if (instead(there, before, thing, step)) return;
    if (imply(there, thing, step)) return;
  }
}

// A piece that can lie either way up is turned over by pressing its place, or the other side
// itself. If it already shows its unusual side, pressing its place unpicks it.
const isSide = (thing) =>
  choice.usual.some((one) => choice.things[one].group === choice.things[thing].group);
const holds = (thing) => spotsOf(thing).some((spot) => spot.dataset.holds !== undefined);
function turnOver(thing) {
  const step = isSide(thing) ? line.length - 1
    : holds(thing) ? line.findLastIndex((one) => thingsOf(one.move).includes(thing)) : -1;
  if (step < 0) return false;
  const { node, move, picks: before } = line[step];
  const [side] = thingsOf(move).filter(isSide);
  if (side === undefined) return false;
  const kept = thingsOf(move).filter((one) => one !== side);
  const other = fitting(node, kept).find((one) =>
    one !== move && (isSide(thing) ? thingsOf(one).includes(thing) : choice.usual.includes(side)));
  if (other === undefined) return false;
  const later = line.slice(step + 1);
  line.length = step;
  line.push({ node, move: other, picks: [...before.filter((one) => one !== side), ...missing(other, kept)] });
  for (const one of later) {
    if (!fitting(nodeNow(), []).includes(one.move)) break;
    line.push({ ...one, node: nodeNow() });
  }
  return true;
}

// Some answers are implied: picking a space that can follow one of them is enough.
function imply(node, thing, step = line.length) {
  if (node !== choice.root || (step === line.length && picks.length)) return false;
  const move = choice.implied.find((one) => fitting(after(node, one), [thing]).length);
  if (move === undefined) return false;
  line.length = step;
  line.push({ node, move, picks: [], implied: true });
  picks = [thing];
  settle();
  return true;
}

// Replaces a pick by another thing: the newest pick wins, and others stay if they fit.
function instead(node, before, thing, step = line.length) {
  if (!fitting(node, [thing]).length) return false;
  let kept = [thing];
  for (const one of [...before].reverse())
    if (fitting(node, [one, ...kept]).length) kept = [one, ...kept];
  line.length = step;
  picks = kept;
  settle();
  return true;
}

function dropImplied() {
  if (!picks.length && line.length && line.at(-1).implied) line.pop();
}

function takeBack() {
  if (picks.length) picks.pop();
  else if (line.length) picks = line.pop().picks.slice(0, -1);
  dropImplied();
  showChoice();
}

// What can be picked now: everything that is left, and what follows implied answers; at the end of
// a turn, what could be picked instead.
function open() {
  const found = new Set();
  let node = nodeNow();
  if (node < 0) node = (line.at(-2)?.implied ? line.at(-2) : line.at(-1)).node;
  for (const move of fitting(node, picks)) for (const one of missing(move, picks)) found.add(one);
  if (node === choice.root && !picks.length)
    for (const move of choice.implied)
      for (const next of fitting(after(node, move), [])) for (const one of thingsOf(next)) found.add(one);
  return found;
}

const picked = () => [...line.flatMap(({ move }) => thingsOf(move)), ...picks];

// --- Sending ------------------------------------------------------------------------------------

function submit() {
  if (isComplete() && !sendingNow()) the("confirm-form").requestSubmit();
}
const sendingNow = () => the("choosing").classList.contains("sending");

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!/\/(move|undo|ask)$/.test(detail.path)) return;
  detail.parameters.set("revision", the("table").dataset.revision);
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt.id === "confirm-form") the("choosing")?.classList.add("sending");
});
document.addEventListener("htmx:afterRequest", () => the("choosing")?.classList.remove("sending"));

// --- Showing ------------------------------------------------------------------------------------

function showChoice() {
  const place = the("choosing");
  if (place) the("decision").classList.toggle("asks", choice !== null);
  if (place && choice) {
    const html = `<div>${summary()}${actions(place)}${facts(place)}${groups(place)}</div>`;
    const callbacks = { beforeNodeRemoved: () => true };
    Idiomorph.morph(place, html, { morphStyle: "innerHTML", callbacks });
    htmx.process(place);
    consider();
  }
  showBoard();
}

const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const labels = (things) => things.map((thing) => choice.things[thing].label).join(", ");

function sentence({ move, implied }) {
  if (implied) return "";
  if (choice.about && choice.about[move]) return choice.about[move];
  const things = thingsOf(move), said = choice.said && choice.said[choice.moves[move][0]];
  return said ? said.replace(/\{(\d)\}/g, (_gap, place) => choice.things[things[place]].label) : labels(things);
}

function summary() {
  const lines = line.map(sentence).filter(Boolean);
  if (picks.length) lines.push(`${labels(picks)} …`);
  return `<p class="about" id="summary" aria-live="polite">${lines.map(escaped).join(" · ")}</p>`;
}

// The coach's advice goes below Confirm, so that Confirm doesn't move when it arrives.
function facts(place) {
  const { coach = [] } = (coached() && advice.get(lineText())) || {};
  const listed = coach.map((one) => `<li>${escaped(one)}</li>`).join("");
  const known = listed && `<h3>${place.dataset.coach}</h3><ul>${listed}</ul>`;
  return `<div class="coach" id="coach" aria-live="polite">${known}</div>`;
}

// The coach's advice on a chosen turn, if it is switched on: fetched a moment later, and nothing
// waits for it.
const advice = new Map();
const coached = () => setting("coach") === "on" && document.querySelector("[data-setting=coach]");
const lineText = () => line.map(({ move }) => textOf(move)).join(" ");
let asking = 0;
function consider() {
  clearTimeout(asking);
  const address = the("choosing")?.dataset.address;
  const { ply, revision } = the("table")?.dataset ?? {};
  if (!isComplete() || ply === undefined) return;  // lessons and lines answer tries instead
  const text = lineText();
  if (!coached() || advice.has(text)) return;
  const query = new URLSearchParams({ move: text, ply, revision });
  asking = setTimeout(async () => {
    try {
      const answer = await fetch(`${address}/coach?${query}`);
      if (answer.status !== 200 || !choice || the("table").dataset.revision !== revision) return;
      advice.set(text, await answer.json());
    } catch {
      return;  // the page makes do with what it has
    }
    if (lineText() === text) showChoice();
  }, CONSIDERED_MS);
}

function actions(place) {
  const { address, confirm, back, hint, send = `${address}/move` } = place.dataset;
  const text = lineText();
  const begun = line.length || picks.length;
  return `<div class="act" id="act">
    <form method="post" action="${escaped(send)}" hx-post="${escaped(send)}" class="confirm" id="confirm-form">
      <input type="hidden" name="move" value="${escaped(text)}">
      <button class="button" id="confirm" ${isComplete() ? "" : "disabled"}>${confirm} <kbd class="key">↵</kbd></button>
    </form>
    ${begun ? `<button type="button" class="plain" id="back">${back} <kbd class="key">Esc</kbd></button>` : ""}
    ${begun ? "" : `<p class="note hint" id="hint">${hint}</p>`}
  </div>`;
}

// The things of the current question, by group; groups that are on the board are folded.
function groups(place) {
  const nodes = new Set([...line.map(({ node }) => node), nodeNow()].filter((node) => node >= 0));
  const here = new Set([...nodes].flatMap((node) => choice.nodes[node].moves.flatMap(thingsOf)));
  const able = open(), chosen = picked();
  const listed = choice.groups.map((label, group) => {
    const things = [...here].filter((thing) => choice.things[thing].group === group);
    if (!things.length) return "";
    const buttons = things.map((thing) => button(thing, able, chosen)).join("");
    const named = label ? `<h3 id="group-${group}">${escaped(label)}</h3>` : "";
    const options = `<div class="options ${label ? "" : "sentences"}" role="group"
      ${label ? `aria-labelledby="group-${group}"` : ""}>${buttons}</div>`;
    // Your own pieces stay within reach of your thumb, wherever the board is scrolled to.
    const held = sheet.matches && things.some((thing) => AGENT.test(choice.things[thing].name));
    const onBoard = things.length > 3 && !held && things.every((thing) => spotsOf(thing).length);
    if (!onBoard) return `<div class="group" id="things-${group}">${named}${options}</div>`;
    return `<details class="group list" id="things-${group}">
      <summary>${escaped(label || place.dataset.list)}</summary>${options}</details>`;
  });
  return `<div class="groups" id="groups">${listed.join("")}</div>`;
}

function button(thing, able, chosen) {
  const { name, label, key } = choice.things[thing];
  const many = chosen.filter((one) => one === thing).length;
  const look = `option${many ? " picked" : able.has(thing) ? "" : " off"}`;
  const times = many > 1 ? ` ×${many}` : "";
  return `<button type="button" class="${look}" data-pick="${escaped(name)}" data-thing="${thing}"
    id="thing-${thing}" aria-pressed="${many > 0}">${key ? `<kbd aria-hidden="true">${key}</kbd>` : ""}
    <span>${AGENT.test(name) ? piece(name) : escaped(label)}${times}</span></button>`;
}

// An agent as it lies in front of its player.
const AGENT = /^(front )?\d$/;
const piece = (name) => `<svg class="mark" viewBox="-12 -12 24 24" role="img" aria-label="${escaped(name)}">
  ${token(10, name.at(-1))}</svg>`;
const token = (radius, text) => `<path d="${choice.token}" transform="scale(${radius})" class="f-${choice.look}"/>
  <text y="${0.36 * radius}" font-size="${1.05 * radius}" class="f-onpiece b mid">${text}</text>`;

// --- The board ----------------------------------------------------------------------------------

// Where a thing is visible: a page that was just loaded also has drawings for other screens.
const spotsOf = (thing) =>
  [...document.querySelectorAll(`.play [data-name="${CSS.escape(choice.things[thing].name)}"]`)]
    .filter((spot) => spot.getClientRects().length);

function showBoard() {
  for (const old of document.querySelectorAll(".play .ghost, .play .key-mark")) old.remove();
  for (const old of document.querySelectorAll(".play .lit")) old.classList.remove("lit", "picked");
  if (!choice || !the("choosing")) return;
  const able = open(), chosen = picked(), marked = setting("keys") === "on";
  for (const [thing, { key }] of choice.things.entries()) {
    const many = chosen.filter((one) => one === thing).length;
    if (!many && !able.has(thing)) continue;
    spotsOf(thing).forEach((spot, index) => {
      spot.classList.add("lit");
      if (index < many) spot.classList.add("picked");  // of identical things, as many as are picked
      if (marked && key && able.has(thing)) markKey(spot, key);
    });
  }
  for (const one of line) if (!one.implied) ghosts(thingsOf(one.move));
  ghosts(picks);
  document.dispatchEvent(new Event("kerys:board"));
}

// Previews of pieces where they would be placed.
function ghosts(things) {
  const names = things.map((thing) => choice.things[thing].name);
  const text = names.find((name) => AGENT.test(name)) || "";
  const look = names.filter((name) => /^[a-z]+$/.test(name)).map((name) => `ghost-${name}`).join(" ");
  for (const thing of things)
    for (const spot of spotsOf(thing).filter((one) => one.dataset.holds !== undefined))
      ghost(spot, text.replace("front ", ""), look);
}

function ghost(spot, text, look) {
  const touch = spot.querySelector(":scope > .touch");
  if (!touch || !touch.getBBox().width) return;  // not visible
  const { x, y, width, height } = touch.getBBox();
  const middle = middleOf(touch, x, y, width, height);
  const radius = Math.max(9, Math.min(20, 0.38 * Math.min(width, height)));
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `ghost ${look} s-${choice.look}`);
  group.setAttribute("transform", `translate(${middle.x} ${middle.y})`);
  group.innerHTML = token(radius, text);
  spot.append(group);
}

// A point inside a shape, as near to its middle as possible: the middle of a ring is outside it.
function middleOf(shape, x, y, width, height) {
  const inside = [];
  for (let row = 0; row < GRID; row += 1)
    for (let column = 0; column < GRID; column += 1) {
      const point = { x: x + width * (column + 0.5) / GRID, y: y + height * (row + 0.5) / GRID };
      if (shape.isPointInFill(point)) inside.push(point);
    }
  if (!inside.length) return { x: x + width / 2, y: y + height / 2 };
  const mean = (way) => inside.reduce((sum, one) => sum + one[way], 0) / inside.length;
  const to = { x: mean("x"), y: mean("y") };
  const off = (one) => (one.x - to.x) ** 2 + (one.y - to.y) ** 2;
  return inside.reduce((best, one) => (off(one) < off(best) ? one : best));
}

function markKey(spot, key) {
  const touch = spot.querySelector(":scope > .touch");
  if (!touch || spot.closest(".cover")) return;
  const { x, y } = touch.getBBox();
  const mark = document.createElementNS(SVG, "text");
  mark.setAttribute("class", "key-mark b");
  mark.setAttribute("x", x + 4);
  mark.setAttribute("y", y + 13);
  mark.textContent = key;
  spot.append(mark);
}

// --- Input --------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  if (!choice || !the("choosing")) return;
  const option = event.target.closest("#choosing [data-thing]");
  if (option) {
    pick(Number(option.dataset.thing));
    if (event.detail > 0) option.blur();  // after a click with the mouse, Enter confirms
    return;
  }
  if (event.target.closest("#back")) {
    takeBack();
    return;
  }
  const able = open(), chosen = picked();
  let spot = event.target.closest(".play .spot");
  while (spot) {
    const thing = choice.numbers.get(spot.dataset.name);
    if (thing !== undefined && (able.has(thing) || chosen.includes(thing) || spot.classList.contains("lit"))) {
      pick(thing);
      return;
    }
    spot = spot.parentElement.closest(".play .spot");
  }
  // A place or piece that could replace a pick.
  spot = event.target.closest(".play .spot");
  const thing = spot && choice.numbers.get(spot.dataset.name);
  if (thing !== undefined && thing !== null) pick(thing);
});

document.addEventListener("keydown", (event) => {
  if (!choice || !the("choosing") || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches("input:not([type=checkbox]), select, textarea")) return;
  if (event.key === "Escape") {
    takeBack();
    return;
  }
  if (event.key === "Enter") {
    if (event.target.matches("button, a, summary") || !isComplete()) return;
    event.preventDefault();
    submit();
    return;
  }
  if (!/^[a-zA-Z0-9]$/.test(event.key)) return;
  const now = performance.now();
  typed = now - typedAt < TYPED_MS ? typed + event.key : event.key;
  typedAt = now;
  const able = open(), chosen = picked();
  const reachable = (thing) => able.has(thing) || chosen.includes(thing);
  const keyed = (wanted) => choice.things.findIndex(({ key }, thing) => key === wanted && reachable(thing));
  for (const wanted of [typed, event.key]) {
    const found = keyed(wanted);
    if (found < 0) continue;
    event.preventDefault();
    typed = "";
    pick(found);
    return;
  }
});
