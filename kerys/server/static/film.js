// The film shows what happens, moment by moment. Pieces move from one drawing to the next; the
// drawings come from the server, and pieces are matched by name (`data-piece`).
"use strict";

const PACE_MS = { slow: 1400, on: 700, fast: 300 };
const AT_ONCE = 2;
const MOST_WAITING = 40;  // if more updates than this wait, the oldest are shown without a film
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const roomy = matchMedia("(min-width: 48rem)");
const layout = () => (roomy.matches ? "wide" : "narrow");

let filming = false;
let skipping = false;
let wake = () => {};

const filmOn = () => setting("film") !== "off" && !document.hidden;
const pace = () => PACE_MS[setting("film")] || PACE_MS.on;
const rest = (time) => new Promise((done) => {
  wake = done;
  setTimeout(done, time);
});

// Shows the moments that lead to a change, then the change itself (`settle`). Up to two moments are
// told together; more are played one by one, as a film.
async function play(moments, film, settle) {
  filming = true;
  skipping = false;
  try {
    if (film) await playFrames(film);
    if (!skipping) {
      const before = pieces();
      const points = pointsShown();
      say(film || moments.length > AT_ONCE ? moments.at(-1) : moments.flat());
      settle();
      settle = null;
      travel(before);
      tick(points);
      await rest(pace());
    }
  } catch {
    // What can't be drawn is skipped; the table itself is shown.
  } finally {
    if (settle) settle();
    filming = false;
    the("film").hidden = true;
  }
}

// The film since a ply, starting from the board on the page (given its chunks), or from a drawing
// of the board at that ply. Null if it can't be fetched: the table itself is still shown.
async function fetchFilm(wanted, chunks = null) {
  const asked = new URLSearchParams({ ...wanted, layout: layout(), whole: !chunks });
  try {
    const answer = await fetch(`${live.dataset.stream.replace(/stream$/, "film")}?${asked}`);
    const [first, ...frames] = answer.ok ? await answer.json() : [];
    if (!frames.length) return null;
    const start = first.board ? { ...first, board: changed(null, first.board) } : null;
    return { start, frames, board: start ? start.board : { glue: "", chunks }, offer: first.offer };
  } catch {
    return null;
  }
}

// All moments except the last, which is what the table looks like now.
async function playFrames({ start, frames, board }) {
  if (start) showFrame(board, start);
  for (const frame of frames.slice(0, -1)) {
    if (skipping) return;
    board = changed(board, frame.board);
    showFrame(board, frame);
    await rest(pace());
  }
}

function showFrame(board, { say: sentences, heading, points }) {
  const before = pieces(), shown = pointsShown();
  Idiomorph.morph(the("play"), board.chunks.join(board.glue), { morphStyle: "innerHTML" });
  document.querySelector("#where .heading").textContent = heading;
  document.querySelectorAll("#where .points").forEach((one, index) => {
    one.firstChild.data = points[index];
  });
  if (sentences.length) say(sentences);
  if (!filmOn()) return;
  travel(before);
  tick(shown);
}

// The new chunks of a part: given as they are, or as a delta from the old ones. A delta is the
// number of old chunks, then steps that read them from the start: a number of chunks to keep, a new
// chunk, a list of one number (jump this many forward, or back), or a list that patches one chunk
// (how many characters to keep at its start and at its end, and the new text between them).
function changed(part, told) {
  if (typeof told[0] === "string") return { glue: told[0], chunks: told.slice(1) };
  if (!part || part.chunks.length !== told[0]) throw new Error("a change of another text");
  const old = part.chunks, chunks = [];
  let place = 0;
  for (const one of told.slice(1)) {
    if (typeof one === "string") chunks.push(one);
    else if (typeof one === "number") {
      for (const end = place + one; place < end; place += 1) chunks.push(old[place]);
    } else if (one.length === 1) place += one[0];
    else {
      const [front, back, middle] = one, chunk = old[place];
      chunks.push(chunk.slice(0, front) + middle + chunk.slice(chunk.length - back));
      place += 1;
    }
  }
  return { glue: part.glue, chunks };
}

// --- Words --------------------------------------------------------------------------------------

function say(sentences) {
  the("film-words").replaceChildren(...sentences.flatMap((one) => [...coloured(one), " "]));
  the("film").hidden = false;
}

// A sentence in which the names of players, and the word for "you", have their colours.
function coloured(sentence) {
  const looks = new Map([...document.querySelectorAll("#where .players li")].map((one) =>
    [one.querySelector(".name").textContent.trim(), one.dataset.look]));
  const words = [...looks.keys()].filter(Boolean).sort((one, other) => other.length - one.length).map(literal);
  const { you, look } = the("film").dataset;
  if (look) {
    const forms = [you, you[0].toUpperCase() + you.slice(1)];
    for (const form of forms) if (!looks.has(form)) looks.set(form, look);
    words.push(`(?<!\\p{L})(?:${forms.map(literal).join("|")})(?!\\p{L})`);
  }
  const parts = words.length ? sentence.split(new RegExp(`(${words.join("|")})`, "u")) : [sentence];
  return parts.map((part) => {
    if (!looks.has(part)) return part;
    const strong = document.createElement("b");
    strong.className = `told-${looks.get(part)}`;
    strong.textContent = part;
    return strong;
  });
}
const literal = (word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

// --- Pieces -------------------------------------------------------------------------------------

const scores = () => [...document.querySelectorAll("#where .points, .people .points")];
const pointsShown = () => scores().map((one) => one.textContent);
function tick(before) {
  scores().forEach((one, index) => {
    if (one.textContent === before[index] || calm.matches) return;
    one.animate([{ transform: "scale(1.6)" }, { transform: "none" }], { duration: pace() / 2 });
  });
}

// Where all pieces are on the page, and what they look like; except those for another screen.
function pieces() {
  const found = new Map();
  for (const node of document.querySelectorAll(".play [data-piece]"))
    if (node.getClientRects().length)
      found.set(node.dataset.piece, {
        at: placeOf(node),
        look: node.innerHTML,
        copy: node.cloneNode(true),
        home: node.dataset.home,
      });
  return found;
}

function placeOf(node) {
  const { a, e, f } = node.getScreenCTM();
  return { x: e + scrollX, y: f + scrollY, scale: a };
}
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) > 1;

const motion = () => ({ duration: 0.8 * pace(), easing: "cubic-bezier(.3,.7,.3,1)" });

function travel(before) {
  if (calm.matches) return;
  const now = new Set();
  for (const node of document.querySelectorAll(".play [data-piece]")) {
    if (!node.getClientRects().length) continue;
    now.add(node.dataset.piece);
    const at = placeOf(node);
    const old = before.get(node.dataset.piece);
    const from = old ? old.at : homeOf(node.dataset.home);
    if (from && apart(from, at)) {
      const step = `translate(${(from.x - at.x) / at.scale}px, ${(from.y - at.y) / at.scale}px)`;
      node.animate([{ transform: step, opacity: old ? 1 : 0.4 }, { transform: "none", opacity: 1 }], motion());
    } else if (old && old.look !== node.innerHTML) {
      const turned = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }, { transform: "scaleX(1)" }];
      node.style.transformBox = "fill-box";
      node.style.transformOrigin = "center";
      node.animate(turned, motion());
    }
  }
  for (const [name, old] of before) if (!now.has(name)) leave(old);
}

// The middle of a player's own area, where their pieces come from and go to.
function homeOf(home) {
  const place = home && document.querySelector(`.play [data-home-of="${home}"]`);
  if (!place || !place.getClientRects().length) return null;
  const { x, y, width, height } = place.getBoundingClientRect();
  return { x: x + width / 2 + scrollX, y: y + height / 2 + scrollY };
}

// A removed piece flies home, above everything else.
function leave({ at, copy, home }) {
  const to = homeOf(home);
  const flight = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  flight.setAttribute("class", "flight");
  flight.style.left = `${at.x}px`;
  flight.style.top = `${at.y}px`;
  flight.append(copy);
  document.body.append(flight);
  const size = `scale(${at.scale})`;
  const step = to ? `translate(${to.x - at.x}px, ${to.y - at.y}px) ${size}` : `scale(${0.4 * at.scale})`;
  copy.animate([{ transform: size, opacity: 1 }, { transform: step, opacity: 0.2 }], motion())
    .finished.then(() => flight.remove(), () => flight.remove());
}

// --- What is new --------------------------------------------------------------------------------

// Pieces that appeared or moved since your last turn are marked.
const fresh = new Set();
function noteFresh(before) {
  for (const [name, { at, look }] of pieces()) {
    const old = before.get(name);
    if (!old || old.look !== look || apart(old.at, at)) fresh.add(name);
  }
}
function markFresh() {
  for (const node of document.querySelectorAll(".play [data-piece]"))
    node.classList.toggle("fresh", fresh.has(node.dataset.piece));
}

// --- Input --------------------------------------------------------------------------------------

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
