// The replay of a game: played as a film, or stepped through with keys. The bar, the links and the
// address work without this script; after a film they reflect the moment that the page shows.
"use strict";

let rolling = null;  // the film that is playing, if any

const atNow = () => Number(the("at").value);
const atLast = () => Number(the("at").max);
const atLoaded = () => Number(the("replay").dataset.at);

// --- The film -----------------------------------------------------------------------------------

async function roll() {
  const film = {};
  rolling = film;
  showRolling();
  try {
    const start = atNow() < atLast() ? atNow() : 0;  // at the end it starts again
    let next = reel(start);
    while (next && rolling === film) {
      const [first, ...frames] = await next;
      if (rolling !== film || !frames.length) break;
      const end = frames.at(-1).at;
      next = end < atLast() ? reel(end) : null;  // fetched while these frames play
      next?.catch(() => {});
      await show(film, first, frames);
    }
  } catch {
    the("unreached").hidden = false;
  } finally {
    if (rolling === film) pause();
  }
}

// The moments of the next few decisions.
async function reel(since) {
  const wanted = new URLSearchParams({ since, eyes: the("eyes").value, layout: layout() });
  const answer = await fetch(`${the("replay").dataset.film}?${wanted}`);
  if (!answer.ok) throw new Error(`no film: ${answer.status}`);
  return answer.json();
}

// If films are switched off, each decision is one still.
async function show(film, first, frames) {
  let board = changed(null, first.board), words = [];
  if (first.at !== atNow()) {
    showFrame(board, first);
    showAt(first.at);
    await rest(pace());
  }
  for (const [index, frame] of frames.entries()) {
    if (rolling !== film) return;
    board = changed(board, frame.board);
    words.push(...frame.say);
    if (!filmOn() && frames[index + 1]?.at === frame.at) continue;
    showFrame(board, { ...frame, say: words });
    showAt(frame.at);
    await rest(words.length ? pace() : pace() / 3);
    words = [];
  }
}

function showAt(at) {
  the("at").value = at;
  document.querySelector("#scrub output").value = `${at} / ${atLast()}`;
  const rounds = [...document.querySelectorAll("#rounds a")];
  const current = rounds.findLast((one) => Number(one.dataset.at) <= at);
  for (const one of rounds) {
    if (one === current) one.setAttribute("aria-current", "step");
    else one.removeAttribute("aria-current");
  }
}

function showRolling() {
  the("replay").classList.toggle("rolling", rolling !== null);
  const button = the("roll");
  button.textContent = rolling ? button.dataset.pause : button.dataset.play;
}

// Stops the film where it is, because something else is about to be shown.
function stop() {
  rolling = null;
  wake();
  the("film").hidden = true;
  showRolling();
}

// Stops the film, and shows the full page of the moment it has reached.
function pause() {
  const moved = atNow() !== atLoaded();
  stop();
  if (moved) go(atNow());
}

// --- Moments ------------------------------------------------------------------------------------

// The form fetches the page of a moment and changes the address. If you step faster than the
// answers arrive, only the last one is shown.
let wanted = null;
function go(at) {
  const moment = Math.min(Math.max(at, 0), atLast());
  if (moment === (wanted ?? atLoaded()) && moment === atNow()) return;
  the("at").value = moment;
  the("at").dispatchEvent(new Event("input", { bubbles: true }));
}
document.addEventListener("htmx:configRequest", ({ target, detail }) => {
  const open = [...document.querySelectorAll("details[data-panel][open]")];
  detail.headers["X-Panels"] = open.map((panel) => panel.dataset.panel).join(" ");
  if (target.id !== "scrub") wanted = null;
  else if (wanted !== null) detail.parameters.set("at", wanted);
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "replay" || wanted === null) return;
  const asked = new URL(detail.pathInfo.finalRequestPath, location.href).searchParams.get("at");
  if (Number(asked) === wanted) wanted = null;
  else detail.shouldSwap = false;
});
// The contents of panels are sent only while they are open.
document.addEventListener("toggle", ({ target }) => {
  if (!target.open || !target.matches("details[data-folded]")) return;
  if (the("line")) the("line-here").click();
  else htmx.trigger("#scrub", "submit");
}, true);
for (const problem of ["htmx:sendError", "htmx:responseError"])
  document.addEventListener(problem, () => { wanted = null; });

const rounds = () => [...document.querySelectorAll("#rounds a")].map((one) => Number(one.dataset.at));
const MOMENTS = {
  ArrowLeft: () => atNow() - 1,
  ArrowRight: () => atNow() + 1,
  ArrowUp: () => rounds().findLast((at) => at < atNow()) ?? 0,
  ArrowDown: () => rounds().find((at) => at > atNow()) ?? atLast(),
  Home: () => 0,
  End: atLast,
};
MOMENTS.PageUp = MOMENTS.ArrowUp;
MOMENTS.PageDown = MOMENTS.ArrowDown;

// A step of one moment forward or back is animated.
let before = null;
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "replay") return;
  before = filmOn() ? { at: atLoaded(), pieces: pieces(), points: pointsShown() } : null;
});
document.addEventListener("htmx:afterSwap", () => {
  if (before && Math.abs(atLoaded() - before.at) === 1) {
    travel(before.pieces);
    tick(before.points);
  }
  before = null;
});
Idiomorph.defaults.callbacks.beforeNodeRemoved = (node) => !node.matches?.(".ghost");

// --- Lines --------------------------------------------------------------------------------------

// While a line is tried, the page holds what is asked in it, as at a table.
const STEPS = { ArrowLeft: "line-back", ArrowRight: "line-next", Home: "line-first" };
function ask() {
  if (typeof setChoice !== "function") return;
  const { choice: asked } = the("replay").dataset;
  setChoice(asked ? JSON.parse(asked) : null);
}
document.addEventListener("htmx:afterSettle", ask);
ask();

// --- Input --------------------------------------------------------------------------------------

// Elements that need the keys themselves: fields, and what can be scrolled.
const scrolls = (node) => node && (node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth);
const busy = ({ target }) =>
  target.matches("select, textarea, input:not([type=range])") || scrolls(target.closest(".happened, .scroll"));

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || busy(event)) return;
  if (the("line")) {
    const step = the(STEPS[event.key]);
    if (!step) return;
    step.click();
  } else if (event.key === " ") {
    if (event.target.matches("button, summary")) return;
    if (rolling) pause();
    else roll();
  } else if (event.key in MOMENTS) {
    const at = MOMENTS[event.key]();
    if (rolling) stop();
    go(at);
  } else return;
  event.preventDefault();
}, true);

document.addEventListener("click", (event) => {
  if (event.target.closest("#roll")) {
    if (rolling) pause();
    else roll();
    return;
  }
  if (!rolling) return;
  const step = { "step-back": -1, "step-next": 1 }[event.target.closest("a")?.id];
  if (step) {  // counted from the moment that the film has reached
    const at = atNow() + step;
    event.preventDefault();
    event.stopPropagation();
    stop();
    go(at);
  } else if (event.target.closest(".steps a, .jumps a, .explore a, .kept a")) stop();
  else if (event.target.closest(".play")) pause();
}, true);

document.addEventListener("input", ({ target }) => {
  if (!target.matches("#at")) return;
  if (rolling) stop();
  wanted = atNow();
}, true);
document.addEventListener("change", ({ target }) => {
  if (rolling && target.matches("#eyes")) stop();
}, true);
document.addEventListener("visibilitychange", () => {
  if (rolling && document.hidden) pause();
});
roomy.addEventListener("change", () => {
  if (rolling) pause();
});
