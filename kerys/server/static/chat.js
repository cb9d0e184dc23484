// A module, to keep its names private.
// Announces messages that arrive while the chat is out of view. Without this script they appear
// only in the chat.
const TOLD_MS = 6000;
const heard = document.getElementById("heard");
let known = said();
let inView = false;
let unread = 0;
let telling = 0;

function said() {
  const lines = document.querySelectorAll("#messages li:not(.note)");
  return [...lines].map((line) => line.textContent.trim());
}

// What was added to a list that may have lost its oldest messages.
function added(before, after) {
  for (let lost = 0; lost <= before.length; lost += 1) {
    const kept = before.slice(lost);
    if (kept.every((line, index) => line === after[index])) return after.slice(kept.length);
  }
  return after;
}

function show(message) {
  heard.querySelector(".words").textContent = message;
  heard.querySelector(".count").textContent = unread;
  heard.hidden = !unread;
}

function read() {
  if (!inView || document.hidden) return;
  unread = 0;
  clearTimeout(telling);
  show("");
}

function look() {
  const now = said();
  const fresh = added(known, now);
  known = now;
  if (!fresh.length || (inView && !document.hidden)) return;
  document.dispatchEvent(new CustomEvent("kerys:said", { detail: fresh[fresh.length - 1] }));
  unread += fresh.length;
  show(fresh[fresh.length - 1]);
  clearTimeout(telling);
  telling = setTimeout(() => show(""), TOLD_MS);
}

let watched = null;
const viewing = new IntersectionObserver((seen) => {
  inView = seen[seen.length - 1].isIntersecting;
  read();
}, { threshold: 0.5 });

// When a game begins the page is rebuilt, and the chat is a new element.
function watch() {
  const lines = document.getElementById("said");
  if (lines === watched) return;
  viewing.disconnect();
  inView = false;
  if (lines) viewing.observe(lines);
  watched = lines;
}

new MutationObserver(() => {
  watch();
  look();
}).observe(document.getElementById("live"), { childList: true, subtree: true, characterData: true });
document.addEventListener("visibilitychange", read);
watch();
