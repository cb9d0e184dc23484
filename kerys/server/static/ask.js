// The master's answers: pointing at one shows its places and pieces, pressing it fills in the
// choice. Nothing is sent before Confirm.
"use strict";

// The moves that a text stands for, from the root of the open question on; null if there are none.
function movesOf(text) {
  const found = [];
  let node = choice ? choice.root : -1, rest = text;
  while (rest) {
    if (node < 0) return null;
    const fits = choice.nodes[node].moves.filter((move) => `${rest} `.startsWith(`${textOf(move)} `));
    if (!fits.length) return null;
    const move = fits.reduce((best, one) => (textOf(one).length > textOf(best).length ? one : best));
    found.push({ node, move, picks: thingsOf(move) });
    rest = rest.slice(textOf(move).length + 1);
    node = after(node, move);
  }
  return found;
}

function fillIn(text) {
  const found = movesOf(text);
  if (!found) return false;
  line = found;
  picks = [];
  showChoice();
  the("act").scrollIntoView({ block: "nearest" });
  return true;
}

// Before anything is picked, the places and pieces of an answer stand out on the board.
function showAdvised(text) {
  for (const old of document.querySelectorAll(".play .advised")) old.classList.remove("advised");
  if (!choice || !text || line.length || picks.length) return;
  for (const { move } of movesOf(text) || [])
    for (const thing of thingsOf(move)) for (const spot of spotsOf(thing)) spot.classList.add("advised");
}
const firstAnswer = () => document.querySelector("#advice [data-answer]")?.dataset.answer;
const answerAt = (event) => event.target.closest?.("#advice [data-answer]");

let shownAdvice = null;
document.addEventListener("kerys:board", () => {
  showAdvised(firstAnswer());
  const advice = the("advice");
  if (advice && advice !== shownAdvice) advice.scrollIntoView({ block: "nearest" });
  shownAdvice = advice;
});
for (const kind of ["pointerover", "focusin"])
  document.addEventListener(kind, (event) => {
    const answer = answerAt(event);
    if (answer) showAdvised(answer.dataset.answer);
  });
document.addEventListener("click", (event) => {
  const answer = answerAt(event);
  if (!answer || !fillIn(answer.dataset.answer)) return;
  event.preventDefault();
  if (event.detail > 0) answer.blur();  // after a click with the mouse, Enter confirms
});
