// Lessons: passes the open question to choose.js, stores finished lessons in this browser, and lets
// keys answer questions and turn the pages of a tour.
"use strict";

const DONE = "kerys-lessons-";
const doneOf = (game) => new Set(JSON.parse(localStorage.getItem(DONE + game) || "[]"));
function keepDone(game, lessons) {
  const all = new Set([...doneOf(game), ...lessons]);
  localStorage.setItem(DONE + game, JSON.stringify([...all]));
  return all;
}

// --- A lesson -------------------------------------------------------------------------------------

function keepLesson() {
  const lesson = document.querySelector("#table.lesson");
  if (lesson?.dataset.right) keepDone(lesson.dataset.game, [lesson.dataset.lesson]);
}
function showLesson(replied) {
  const lesson = document.querySelector("#table.lesson");
  if (!lesson) return;
  const { choice: asked, look } = lesson.dataset;
  if (replied) setChoice(null);  // a new attempt starts from the beginning
  if (asked) setChoice(JSON.parse(asked));
  for (const place of look ? look.split("|") : [])
    for (const spot of document.querySelectorAll(`.play [data-name="${CSS.escape(place)}"]`))
      spot.classList.add("hint");
  if (!replied && !the("reply")) return;
  const next = the("next") || the("reply") || the("decision");
  next.focus({ preventScroll: true });
  the("decision").scrollTop = 0;
}
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const made = document.querySelector("#table.lesson")?.dataset.made;
  if (made && detail.path.endsWith("/move")) detail.parameters.set("made", made);
});
document.addEventListener("htmx:afterSwap", keepLesson);  // at once: the next click may leave the page
document.addEventListener("htmx:afterSettle", () => showLesson(true));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches("input, select, textarea")) return;
  if (event.key === "ArrowRight") the("on-one")?.click();
  if (event.key === "ArrowLeft") the("back-one")?.click();
  if (/^[1-9]$/.test(event.key)) the("answers")?.querySelectorAll("button")[event.key - 1]?.click();
});

// --- The list -------------------------------------------------------------------------------------

// Lessons that only this browser knows are added to the account, and the other way round.
function showDone() {
  const list = the("learning");
  if (!list) return;
  const known = list.dataset.done.split(" ").filter(Boolean);
  const all = keepDone(list.dataset.game, known);
  for (const item of list.querySelectorAll("[data-lesson]"))
    item.classList.toggle("finished", all.has(item.dataset.lesson));
  const untold = [...all].filter((one) => !known.includes(one));
  if (!list.dataset.known || !untold.length) return;
  const form = the("keep-done");
  form.elements.done.value = untold.join(" ");
  fetch(form.action, { method: "post", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
}

keepLesson();
showLesson(false);
showDone();
