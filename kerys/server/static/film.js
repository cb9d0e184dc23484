// The film: what happens is shown moment by moment. Pieces travel from one drawing to the next; the
// drawings come from the server, and pieces are found again by their names (`data-piece`).
"use strict";

const PACE_MS = { slow: 1400, on: 700, fast: 300 };
const AT_ONCE = 2;
const MOST_WAITING = 40;  // of more moments than that, the rest is skipped
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let filming = false;
let skipping = false;
let wake = () => {};

const filmOn = () => setting("film") !== "off" && !document.hidden;
const pace = () => PACE_MS[setting("film")] || PACE_MS.on;
const rest = (time) => new Promise((done) => {
  wake = done;
  setTimeout(done, time);
});

// Shows the moments that lead to a change, and then the change itself (`settle`). Two moments are told
// together; more are played one by one, from the board as it is now (its chunks, if they are here).
async function play(moments, since, board, settle) {
  filming = true;
  skipping = false;
  try {
    if (moments.length > AT_ONCE) await playFrames(since, board);
    if (!skipping) {
      const before = pieces();
      const points = pointsShown();
      say(moments.length > AT_ONCE ? moments.at(-1) : moments.flat());
      settle();
      settle = null;
      travel(before);
      tick(points);
      await rest(pace());
    }
  } catch {
    // What can't be fetched isn't shown; the table itself is.
  } finally {
    if (settle) settle();
    filming = false;
    the("film").hidden = true;
  }
}

// All moments but the last, which is what the table looks like now.
async function playFrames(since, shown) {
  const wanted = new URLSearchParams({ since, layout: layout(), whole: !shown });
  const answer = await fetch(`${live.dataset.stream.replace(/stream$/, "film")}?${wanted}`);
  if (!answer.ok) return;
  const [first, ...frames] = await answer.json();
  let board = first.board ? changed(null, first.board) : { glue: "", chunks: shown };
  for (const frame of frames.slice(0, -1).slice(-MOST_WAITING)) {
    if (skipping) return;
    board = changed(board, frame.board);
    showFrame(board, frame);
    await rest(pace());
  }
}

function showFrame(board, { say: sentences, heading, points }) {
  const before = pieces(), shown = pointsShown();
  Idiomorph.morph(the(`board-${layout()}`), board.chunks.join(board.glue), { morphStyle: "innerHTML" });
  document.querySelector("#where .heading").textContent = heading;
  document.querySelectorAll("#where .points").forEach((one, index) => {
    one.firstChild.data = points[index];
  });
  say(sentences);
  travel(before);
  tick(shown);
}

// --- Words --------------------------------------------------------------------------------------

function say(sentences) {
  the("film-words").replaceChildren(...sentences.flatMap((one) => [...coloured(one), " "]));
  the("film").hidden = false;
}

// A sentence with the names of players in their colours.
function coloured(sentence) {
  const names = [...document.querySelectorAll("#where .players li")].map((one) =>
    [one.querySelector(".name").textContent.trim(), one.dataset.look]);
  names.sort((one, other) => other[0].length - one[0].length);
  for (const [name, look] of names) {
    const place = name ? sentence.indexOf(name) : -1;
    if (place < 0) continue;
    const strong = document.createElement("b");
    strong.className = `told-${look}`;
    strong.textContent = name;
    return [...coloured(sentence.slice(0, place)), strong, ...coloured(sentence.slice(place + name.length))];
  }
  return [sentence];
}

// --- Pieces -------------------------------------------------------------------------------------

const pointsShown = () => [...document.querySelectorAll("#where .points")].map((one) => one.textContent);
function tick(before) {
  document.querySelectorAll("#where .points").forEach((one, index) => {
    if (one.textContent === before[index] || calm.matches) return;
    one.animate([{ transform: "scale(1.6)" }, { transform: "none" }], { duration: pace() / 2 });
  });
}

const boardShown = () => [...document.querySelectorAll(".play svg")].find((one) => one.clientWidth);

// Where all pieces are, in units of the drawing, and what they look like.
function pieces() {
  const board = boardShown(), found = new Map();
  if (!board) return found;
  const inverse = board.getScreenCTM().inverse();
  for (const node of board.querySelectorAll("[data-piece]"))
    found.set(node.dataset.piece, {
      at: inverse.multiply(node.getScreenCTM()),
      look: node.innerHTML,
      copy: node.cloneNode(true),
      home: node.dataset.home,
    });
  return found;
}

const motion = () => ({ duration: 0.8 * pace(), easing: "cubic-bezier(.3,.7,.3,1)" });

function travel(before) {
  const board = boardShown();
  if (!board || calm.matches) return;
  const inverse = board.getScreenCTM().inverse();
  const now = new Set();
  for (const node of board.querySelectorAll("[data-piece]")) {
    now.add(node.dataset.piece);
    const at = inverse.multiply(node.getScreenCTM());
    const old = before.get(node.dataset.piece);
    const from = old ? old.at : homeOf(board, node.dataset.home, inverse);
    if (from && Math.hypot(from.e - at.e, from.f - at.f) > 1) {
      const step = `translate(${from.e - at.e}px, ${from.f - at.f}px)`;
      node.animate([{ transform: step, opacity: old ? 1 : 0.4 }, { transform: "none", opacity: 1 }], motion());
    } else if (old && old.look !== node.innerHTML) {
      const turned = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }, { transform: "scaleX(1)" }];
      node.style.transformBox = "fill-box";
      node.style.transformOrigin = "center";
      node.animate(turned, motion());
    }
  }
  for (const [name, old] of before) if (!now.has(name)) leave(board, old, inverse);
}

// The middle of what belongs to a player: where their pieces come from, and go to.
function homeOf(board, home, inverse) {
  const place = home && board.querySelector(`[data-home-of="${home}"]`);
  if (!place) return null;
  const { x, y, width, height } = place.getBBox();
  const matrix = inverse.multiply(place.getScreenCTM());
  return matrix.translate(x + width / 2, y + height / 3);
}

// A piece that is gone flies home.
function leave(board, { at, copy, home }, inverse) {
  const to = homeOf(board, home, inverse);
  const flight = document.createElementNS("http://www.w3.org/2000/svg", "g");
  flight.setAttribute("class", "ghost");
  flight.setAttribute("transform", `matrix(${at.a} ${at.b} ${at.c} ${at.d} ${at.e} ${at.f})`);
  flight.append(copy);
  board.append(flight);
  const step = to ? `translate(${to.e - at.e}px, ${to.f - at.f}px)` : "scale(.4)";
  copy.animate([{ transform: "none", opacity: 1 }, { transform: step, opacity: 0.2 }], motion())
    .finished.then(() => flight.remove(), () => flight.remove());
}

// --- What is new --------------------------------------------------------------------------------

// Pieces that came or moved since one's own last turn are marked.
const fresh = new Set();
function noteFresh(before) {
  for (const [name, { at, look }] of pieces()) {
    const old = before.get(name);
    if (!old || old.look !== look || Math.hypot(old.at.e - at.e, old.at.f - at.f) > 1) fresh.add(name);
  }
}
function markFresh() {
  for (const node of document.querySelectorAll(".play [data-piece]"))
    node.classList.toggle("fresh", fresh.has(node.dataset.piece));
}

// --- Hands --------------------------------------------------------------------------------------

function skip() {
  skipping = true;
  wake();
}
document.addEventListener("click", (event) => {
  if (filming && event.target.closest(".play, #skip")) skip();
}, true);
document.addEventListener("keydown", (event) => {
  if (!filming || event.key !== " " || event.target.matches("input, select, textarea, button")) return;
  event.preventDefault();
  skip();
}, true);
