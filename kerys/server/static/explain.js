// Explains a thing when you point at it: with the mouse, by a long press, by keyboard, or by any
// press while "Explain" is on. Also opens the guide in a drawer.
const THINGS = ".play [data-name], .table [data-explain], #choosing [data-pick], "
  + ["summary", "th", "td"].map((tag) => `details[data-panel] ${tag}`).join(", ");
const HOVER_MS = 300, PRESS_MS = 500, STILL = 12, GAP = 10;
const phone = matchMedia("(max-width: 47.99rem)");
const tip = the("tip");

let thing = null;  // what is being explained, or about to be
let timer = 0;
let pressed = null;  // where a finger is
let rested = null;  // where the last press was: nothing is explained until the mouse moves away
let swallow = false;  // ignore the click that ends a long press
const isOn = () => document.body.classList.contains("explaining");
const isOpen = () => tip.matches(":popover-open");
const thingAt = (node) => node.closest?.(THINGS) || null;

// The server's name for a thing; cells of panels are named by number.
function nameOf(one) {
  const { explain, name, pick } = one.dataset;
  if (explain || name || pick) return explain || name || pick;
  const { panel } = one.closest("details").dataset;
  if (one.tagName === "SUMMARY") return `panel ${panel}`;
  const column = one.cellIndex - 1;
  if (one.closest("thead")) return column < 0 ? "" : `column ${panel} ${column}`;
  const row = one.parentElement.sectionRowIndex;
  return column < 0 ? `row ${panel} ${row}` : `cell ${panel} ${row} ${column}`;
}

// --- Explanations ---------------------------------------------------------------------------------

// Where to ask about what the page shows: a table, or a moment of a replay or of a line in it.
function shown() {
  const replay = the("replay");
  if (replay?.dataset.here) return [replay.dataset.told, replay.dataset.here];
  if (replay) return [replay.dataset.told, { at: the("at").value, eyes: the("eyes").value }];
  const { ply, revision } = the("table").dataset;
  return [live.dataset.stream.replace(/stream$/, "explain"), { ply, revision }];
}
let known = new Map(), knownOf = "";
function ask(name) {
  const [address, position] = shown();
  const key = new URLSearchParams(position).toString();
  if (knownOf !== key) {
    known = new Map();
    knownOf = key;
  }
  if (!known.has(name)) known.set(name, fetched(`${address}?${new URLSearchParams({ thing: name })}&${key}`));
  return known.get(name);
}
async function fetched(address) {
  try {
    const answer = await fetch(address);
    return answer.status === 200 ? await answer.json() : null;
  } catch {
    known = new Map();
    return null;  // the table itself is there
  }
}

async function explain(one) {
  clearTimeout(timer);
  hide();
  const name = nameOf(one);
  if (!name) return;
  thing = one;
  const said = await ask(name);
  if (thing !== one || !said || !one.isConnected) return;
  const lines = said.lines.map((line) => element("p", line));
  tip.replaceChildren(element("b", said.title), ...charted(said.charts), ...lines);
  tip.showPopover();
  one.classList.add("pointed");
  one.setAttribute("aria-describedby", "tip");
  place(one.getBoundingClientRect());
}
function charted(charts) {
  if (!charts.length) return [];
  const all = element("div", "");
  all.className = "charts";
  all.append(...charts.map(({ title, drawn }) => {
    const figure = element("figure", "");
    figure.innerHTML = drawn;
    figure.prepend(element("figcaption", title));
    return figure;
  }));
  return [all];
}
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function hide() {
  clearTimeout(timer);
  if (isOpen()) tip.hidePopover();
  if (thing) {
    thing.classList.remove("pointed");
    thing.removeAttribute("aria-describedby");
  }
  thing = null;
}

// Beside the thing, never on it; on a phone, at the top or bottom, away from the thing.
function place(box) {
  const wide = document.documentElement.clientWidth, high = innerHeight;
  const { offsetWidth, offsetHeight } = tip;
  const keep = (at, most) => Math.max(8, Math.min(at, most - 8));
  let left = keep(box.left, wide - offsetWidth), top;
  if (phone.matches) {
    const decision = the("decision").getBoundingClientRect();
    const floor = Math.min(high, decision.top);
    left = 8;
    top = box.top + box.height / 2 > floor / 2 ? 8 : floor - offsetHeight - 8;
  } else if (box.right + GAP + offsetWidth < wide || box.left - GAP - offsetWidth > 0) {
    left = box.right + GAP + offsetWidth < wide ? box.right + GAP : box.left - GAP - offsetWidth;
    top = keep(box.top, high - offsetHeight);
  } else {
    top = box.bottom + GAP + offsetHeight < high ? box.bottom + GAP : box.top - GAP - offsetHeight;
  }
  tip.style.left = `${left}px`;
  tip.style.top = `${keep(top, high - offsetHeight)}px`;
}

// --- Mouse, finger, keyboard ----------------------------------------------------------------------

// The browser's own tooltips would cover ours.
function silence(one) {
  for (const titled of [one.closest("[title]"), ...one.querySelectorAll("[title]")]) titled?.removeAttribute("title");
  const drawing = one.closest("svg");
  for (const title of drawing?.querySelectorAll("title") || []) {
    if (title.parentNode === drawing) drawing.setAttribute("aria-label", title.textContent);
    title.remove();
  }
}

const isNear = (point, x, y) => point !== null && Math.hypot(x - point.x, y - point.y) < STILL;
document.addEventListener("pointerover", ({ target, pointerType, clientX, clientY }) => {
  const one = thingAt(target);
  if (pointerType !== "mouse" || one === thing || isNear(rested, clientX, clientY)) return;
  rested = null;
  hide();
  if (!one || target.closest("dialog")) return;
  silence(one);
  thing = one;
  timer = setTimeout(() => explain(one), HOVER_MS);
});
// The mouse may already be on something when this script loads.
const under = [...document.querySelectorAll(":hover")].at(-1);
if (under && thingAt(under)) {
  thing = thingAt(under);
  timer = setTimeout(() => explain(thing), HOVER_MS);
}
document.addEventListener("focusin", ({ target }) => {
  const one = thingAt(target);
  if (!one || !target.matches(":focus-visible")) return;
  hide();
  thing = one;
  timer = setTimeout(() => explain(one), HOVER_MS);
});
document.addEventListener("focusout", ({ target }) => { if (thing && target.contains(thing)) hide(); });

function press({ target, pointerType, clientX, clientY }) {
  const one = thingAt(target);
  hide();
  rested = { x: clientX, y: clientY };
  swallow = false;
  if (pointerType === "mouse" || !one || isOn()) return;
  pressed = { x: clientX, y: clientY };
  timer = setTimeout(() => {
    swallow = true;
    explain(one);
  }, PRESS_MS);
}
document.addEventListener("pointerdown", press);
if (touching) press(touching);
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (!pressed || isNear(pressed, clientX, clientY)) return;
  pressed = null;
  clearTimeout(timer);
});
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, () => {
    if (pressed && !swallow) clearTimeout(timer);
    pressed = null;
  });
document.addEventListener("contextmenu", (event) => { if (swallow) event.preventDefault(); });

document.addEventListener("click", (event) => {
  const { target } = event, one = thingAt(target);
  if (target.closest("#explain")) {
    turn(!isOn());
    return;
  }
  if (!swallow && !(isOn() && one && event.detail > 0)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!swallow) explain(one);
  swallow = false;
}, true);

function turn(on) {
  document.body.classList.toggle("explaining", on);
  the("explain")?.setAttribute("aria-pressed", on);
  if (!on) hide();
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape" && (isOpen() || isOn())) {
    if (isOpen()) hide();
    else turn(false);
  } else if (target.matches("input:not([type=checkbox]), select, textarea")) return;
  else if (key === "?") the("rules")?.click();
  else if (isOn() && WAYS[key]) step(...WAYS[key]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// The next thing in a direction; initially, the one at the top left.
function step(across, down) {
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = thing ? middle(thing.getBoundingClientRect()) : [0, 0];
  let best = null, least = Infinity;
  for (const one of document.querySelectorAll(THINGS)) {
    if (one === thing || !one.getClientRects().length || !nameOf(one)) continue;
    const [otherX, otherY] = middle(one.getBoundingClientRect());
    const ahead = (otherX - x) * across + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * across);
    if (thing ? ahead < 1 : otherX < 0 || otherY < 0) continue;
    const far = thing ? ahead + 3 * aside : otherX + otherY;
    if (far < least) [best, least] = [one, far];
  }
  if (!best) return;
  best.scrollIntoView({ block: "nearest" });
  explain(best);
}

// An open explanation is about the old state.
document.addEventListener("kerys:changed", () => {
  hide();
  the("explain")?.setAttribute("aria-pressed", isOn());
});

// --- The guide in a drawer ------------------------------------------------------------------------

const drawer = the("drawer"), book = the("book");
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-drawer], #book a[href^='#']");
  if (event.target === drawer) drawer.close();  // a click outside the drawer
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openDrawer(link.getAttribute("href"));
});
async function openDrawer(href) {
  const [guide, section] = href.split("#");
  hide();
  try {
    if (!book.firstChild) book.append(...await pagesOf(guide));
  } catch {
    location.assign(href);
    return;
  }
  if (!drawer.open) drawer.showModal();
  const heading = the(`book-${section}`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}
// Prefix its ids: some of them also occur at the table.
async function pagesOf(guide) {
  const answer = await fetch(guide, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(answer.statusText);
  const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const name of ["id", "aria-describedby", "aria-labelledby"])
    for (const one of body.querySelectorAll(`[${name}]`)) one.setAttribute(name, `book-${one.getAttribute(name)}`);
  return body.childNodes;
}
