// Settings, times and other small conveniences of all pages.
"use strict";

document.documentElement.classList.add("scripted");

const the = (id) => document.getElementById(id);

// The settings of this browser: `data-setting` names a checkbox or a select.
const USUAL = { confirm: "on", keys: "off", film: "on", summary: "on", sound: "off", coach: "off" };
const setting = (name) => localStorage.getItem(`kerys-${name}`) || USUAL[name];
function showSettings() {
  for (const box of document.querySelectorAll("[data-setting]")) {
    const value = setting(box.dataset.setting);
    if (box.type === "checkbox") box.checked = value === "on";
    else box.value = value;
  }
}
document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-setting]")) return;
  const value = target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value;
  localStorage.setItem(`kerys-${target.dataset.setting}`, value);
  if (typeof showChoice === "function") showChoice();
});

async function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  const words = button.textContent;
  if (words === button.dataset.copied) return;
  button.textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = words; }, 1500);
}

document.addEventListener("click", (event) => {
  if (event.target.matches("[data-copy]")) event.target.select();
  if (event.target.matches("[data-copies]")) copy(event.target);
});

// Pointing at a row of a panel highlights its places on the board.
function hint(event, shown) {
  const row = event.target.closest && event.target.closest("tr[data-places]");
  if (!row) return;
  const places = new Set(row.dataset.places.split("|"));
  for (const spot of document.querySelectorAll("svg [data-name]"))
    if (places.has(spot.dataset.name)) spot.classList.toggle("hint", shown);
}
document.addEventListener("mouseover", (event) => hint(event, true));
document.addEventListener("mouseout", (event) => hint(event, false));

// If a request fails, or comes back as an error of the site or a proxy, the page stays as it is and
// says so. A refresh is retried until it succeeds, with growing pauses; a decision is left to the
// person to retry.
const SOON_MS = 1000, SELDOM_MS = 30000;
let again = SOON_MS;
function failed(event) {
  document.getElementById("unreached").hidden = false;
  if (event.target.id !== "table") return;
  setTimeout(() => htmx.trigger("#table", "refresh"), again);
  again = Math.min(2 * again, SELDOM_MS);
}
// The site has answered; a page that waits for its live updates holds the sentence until they come.
function reached() {
  const sentence = document.getElementById("unreached");
  if (!("held" in sentence.dataset)) sentence.hidden = true;
}
document.addEventListener("htmx:sendError", failed);
document.addEventListener("htmx:responseError", failed);
document.addEventListener("htmx:afterOnLoad", (event) => {
  if (!event.detail.successful) return;
  reached();
  again = SOON_MS;
});

// Clears the chat field after a message was sent.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.matches(".say") && event.detail.successful) event.target.reset();
});

// Times are shown in the reader's time zone and format, with the time left until then.
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const spoken = document.documentElement.lang;
const manner = navigator.languages.find((one) => one.split("-")[0] === spoken) || spoken;
const within = new Intl.RelativeTimeFormat(manner, { numeric: "auto" });
function tellTimes() {
  const now = new Date();
  for (const time of document.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    const today = moment.toDateString() === now.toDateString();
    const day = today ? {} : { weekday: "short", day: "numeric", month: "short" };
    const clock = moment.toLocaleString(manner, { ...day, hour: "2-digit", minute: "2-digit" });
    const left = Math.max(0, (moment - now) / 1000);
    const [unit, seconds] = UNITS.find((one) => left >= 2 * one[1]) || UNITS[3];
    const words = `${clock}, ${within.format(Math.round(left / seconds), unit)}`;
    if (time.textContent !== words) time.textContent = words;
  }
}
setInterval(tellTimes, 1000);
tellTimes();
showSettings();

// The icon shows that it is your turn, at this table or at one in the list.
function showIcon() {
  const icon = the("icon");
  const mine = the("decision")?.matches(".asks") || Number(the("tables-live")?.dataset.turns) > 0;
  const wanted = mine ? icon.dataset.turn : icon.dataset.usual;
  if (icon.getAttribute("href") !== wanted) icon.href = wanted;
}

// The title says whether it is your turn; keyboard focus stays with the decision.
let worked = false;
function beforeChange() {
  worked = document.activeElement.closest("#decision") !== null;
}
function afterChange() {
  tellTimes();
  showSettings();
  const table = document.getElementById("table");
  if (table && table.dataset.title) document.title = table.dataset.title;
  if (table) document.body.classList.toggle("at-table", table.matches(".table"));
  const decision = document.getElementById("decision");
  if (worked && decision && document.activeElement === document.body) {
    decision.tabIndex = -1;
    decision.focus({ preventScroll: true });
  }
  showIcon();
  document.dispatchEvent(new Event("kerys:changed"));
}
document.addEventListener("htmx:beforeSwap", beforeChange);
document.addEventListener("htmx:afterSwap", afterChange);

// Live changes don't affect what people have opened or chosen, or are typing or dragging. In a
// replay, choices show where it is.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
  !(name === "open" && node.tagName === "DETAILS") &&
  !(name === "selected" && !node.closest("#replay")) &&
  !(name === "value" && node.tagName === "INPUT" && node.type !== "hidden" &&
    (node === document.activeElement || node.type !== "range"));

// explain.js is loaded once you point at a thing, or open the rules.
const POINTING = ["pointerover", "pointerdown", "pointerup", "pointercancel", "focusin", "keydown", "click"];
const pointable = document.querySelector("[data-explains]");
let explains = null;
let touching = null;  // a finger that is down while it loads
function load(event) {
  if (/^pointer[duc]/.test(event.type)) touching = event.type === "pointerdown" ? event : null;
  explains ??= import(pointable.dataset.explains).then(() => {
    for (const kind of POINTING) removeEventListener(kind, load, true);
  });
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  let link = event.type === "click" && plain && event.target.closest("#explain, a[data-drawer]");
  if (event.key === "?" && !event.target.matches("input, textarea")) link = the("rules");
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  explains.then(() => link.click());
}
if (pointable) for (const kind of POINTING) addEventListener(kind, load, true);
