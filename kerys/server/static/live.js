// Changes at a table are pushed and merged into its page, part by part. Without this script, or
// while nothing can be pushed, pages are requested instead.
"use strict";

const live = document.getElementById("live");
const EXPECTED_MS = 2000;

let stream = null;
let pause = SOON_MS;
let waiting = 0;
// What was pushed: its version, its view (base), the HTML around the parts (frame), and each part
// as chunks of text with the glue that joins them.
let pushed = null;
let loose = true;  // whether the page may differ from what was pushed

// The open panels beside the board: only these are sent.
const UNFOLDED = "kerys-panels";
const unfolded = new Set(JSON.parse(localStorage.getItem(UNFOLDED) || "[]"));

const shownVersion = () => Number(the("table").dataset.version);
const refresh = () => htmx.trigger("#table", "refresh");

function connect() {
  clearTimeout(waiting);
  if (stream) stream.close();
  if (!the("table")) {  // the page now shows something else
    delete the("unreached").dataset.held;
    return;
  }
  const asked = new URLSearchParams({ layout: layout() });
  for (const panel of unfolded) asked.append("panel", panel);
  if (pushed) {
    asked.set("have", pushed.version);
    asked.set("base", pushed.base);
  }
  const source = new EventSource(`${live.dataset.stream}?${asked}`);
  let opened = false;
  stream = source;
  source.addEventListener("open", () => {
    opened = true;
    pause = SOON_MS;
    delete the("unreached").dataset.held;
    the("unreached").hidden = true;
  });
  source.addEventListener("error", () => {
    const refused = source.readyState === EventSource.CLOSED;
    source.close();
    if (!opened) {
      the("unreached").dataset.held = "";  // other answers don't bring live updates back
      the("unreached").hidden = false;
      if (refused) refresh();  // an error of the site, or the table is gone: the page will say so
    }
    waiting = setTimeout(connect, pause);
    pause = Math.min(2 * pause, SELDOM_MS);
  });
  source.addEventListener("table", (event) => receive(JSON.parse(event.data)));
  source.addEventListener("change", (event) => receive(JSON.parse(event.data)));
  source.addEventListener("gone", () => {
    source.close();
    refresh();
  });
}

function receive(news) {
  try {
    if (news.base) pushed = { base: news.base, parts: {} };
    const frame = news.frame || pushed.frame;
    const parts = {};
    for (const name of frame.filter((_name, index) => index % 2)) {
      const told = news.parts[name];
      parts[name] = told ? changed(pushed.parts[name], told) : pushed.parts[name];
    }
    // The drawing is between the opening and the closing chunk of its part.
    const board = pushed.parts.play?.chunks.slice(1, -1);
    pushed = { base: pushed.base, version: news.version, frame, parts };
    heard.push({ news, parts, frame, board });
  } catch {
    pushed = null;  // the change doesn't apply to what is here: fetch the whole table
    connect();
    return;
  }
  showNews();
}

// Updates are shown one after another, each with its film; in a background page, at once.
const heard = [];
let showing = false;
async function showNews() {
  if (showing) return;
  showing = true;
  while (heard.length) {
    const next = heard.shift();
    if (next.film) {
      await playMissed(next.film, showAgain);
      continue;
    }
    const { base, told, ply } = next.news;
    const since = Number(the("table").dataset.ply), rounds = roundsShown();
    if (told && told.length > AT_ONCE) document.dispatchEvent(new Event("kerys:revealed"));
    if (base) await catchUp(next.news, () => show(next));
    else if (told && told.length && ply > since && filmOn() && heard.length < MOST_WAITING) {
      const film = told.length > AT_ONCE ? await fetchFilm({ since }, next.board) : null;
      await play(told, film, () => show(next));
    } else show(next);
    await sumUp(rounds);
  }
  showing = false;
}

// After a film of earlier moments: show the current table.
let latest = null;
function showAgain() {
  loose = true;
  if (latest && latest.news.version >= shownVersion()) show(latest);
  else refresh();
}

function show({ news, parts, frame }) {
  if (news.version < shownVersion() || (news.version === shownVersion() && !loose)) return;
  beforeChange();
  const before = news.told ? pieces() : null;
  const text = (name) => parts[name].chunks.join(parts[name].glue);
  const names = Object.keys(news.parts);
  const whole = loose || news.frame || names.some((name) => !the(name));
  if (whole) morph("table", frame.map((one, index) => (index % 2 ? text(one) : one)).join(""));
  else for (const name of names) morph(name, text(name));
  loose = false;
  const table = the("table");
  table.dataset.version = news.version;
  table.dataset.title = news.title;
  if (news.state !== undefined) {
    table.dataset.state = news.state;
    table.dataset.revision = news.revision;
    table.dataset.ply = news.ply;
    table.dataset.rounds = news.rounds;
  }
  if (before) noteFresh(before);
  markFresh();
  unfold();
  if (news.choice !== undefined) question = news.choice;
  setChoice(question);
  afterChange();
  latest = { news, parts, frame };
  noteSeen();
}

let question = null;  // the open question, as last pushed or fetched
function fetched() {
  const found = the("table")?.dataset.choice;
  question = found ? JSON.parse(found) : null;
  setChoice(question);
}

// The contents of panels are sent only while they are open.
function unfold() {
  for (const panel of document.querySelectorAll("details[data-panel]"))
    if (unfolded.has(panel.dataset.panel)) panel.open = true;
}
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches("details[data-panel]")) return;
  const { panel } = target.dataset;
  if (target.open === unfolded.has(panel)) return;
  if (target.open) unfolded.add(panel);
  else unfolded.delete(panel);
  localStorage.setItem(UNFOLDED, JSON.stringify([...unfolded]));
  pushed = null;
  loose = true;
  connect();
}, true);

function morph(id, html) {
  Idiomorph.morph(the(id), html.trim(), { morphStyle: "outerHTML" });
  htmx.process(the(id));
}

// A page that gets live updates needs no other answer to a decision; picks aren't pushed.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  detail.headers["X-Layout"] = layout();
  const heard = pushed && stream.readyState === EventSource.OPEN;
  if (detail.verb === "post" && heard) detail.headers["X-Following"] = pushed.version;
  if (detail.path.split("?")[0] !== live.dataset.stream.replace(/\/stream$/, "")) return;
  for (const panel of unfolded) detail.parameters.append("panel", panel);
});
const decides = ({ verb, path }) => verb === "post" && /\/(move|undo)$/.test(path);
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (!decides(detail.requestConfig)) return;
  // htmx reports no answer for a form that has left the page in the meantime.
  detail.xhr.addEventListener("loadend", () => {
    if (detail.xhr.status === 204) expect(Number(detail.xhr.getResponseHeader("X-Version")));
  });
});

function expect(version) {
  reached();
  if (version <= shownVersion()) return;
  // The question is answered; the result may be shown as a film first.
  fresh.clear();
  withdraw();
  setChoice(null);
  the("choosing")?.replaceChildren();
  setTimeout(() => {
    if (!the("table") || version <= Math.max(shownVersion(), pushed ? pushed.version : -1)) return;
    refresh();  // the stream is open, but nothing arrives
    connect();
  }, EXPECTED_MS);
}

// A fetched page replaces what was pushed, unless something newer is already shown.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const version = /data-version="(\d+)"/.exec(detail.serverResponse);
  if (detail.target.id !== "table" || !version) return;
  if (version[1] < shownVersion()) detail.shouldSwap = false;
  // A form that has left the page in the meantime isn't where the extension that morphs is found:
  // htmx would put the new table into the old one.
  else if (!detail.requestConfig.elt.isConnected) detail.swapOverride = "outerHTML";
});
document.addEventListener("htmx:afterSwap", () => {
  loose = true;
  unfold();
  fetched();
});

// What choose.js has added to the page stays.
const leaves = (node) => !node.parentElement?.closest("#choosing") && !node.matches?.(".ghost, .key-mark");
Idiomorph.defaults.callbacks.beforeNodeRemoved = (node) => leaves(node);

// A rotated screen needs another drawing.
roomy.addEventListener("change", () => {
  pushed = null;
  if (the("table")) the("table").dataset.version = -1;
  connect();
});
addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
addEventListener("online", connect);
// When the browser freezes a page, closing its stream lets the site send notifications instead.
document.addEventListener("freeze", () => stream.close());
document.addEventListener("resume", connect);
addEventListener("offline", () => {
  stream.close();
  the("unreached").hidden = false;
});

fetched();
unfold();
connect();
