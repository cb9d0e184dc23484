// What a round brought each player, on a card over the board. A link opens it again.
"use strict";

const card = the("card");
const roundsShown = () => Number(the("table")?.dataset.rounds || 0);
let cameFrom = null;
let putAway = () => {};

// Shows the card of a round that is over. What happens next isn't played until the card is closed,
// unless the page is in the background.
async function sumUp(before) {
  const rounds = roundsShown();
  if (rounds <= before || setting("summary") === "off") return;
  if (!(await openSummary(rounds)) || !filmOn()) return;
  await new Promise((done) => {
    putAway = done;
    document.addEventListener("visibilitychange", done, { once: true });
  });
}

async function openSummary(round) {
  try {
    const address = live.dataset.stream.replace(/stream$/, `summary?round=${round}`);
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return false;
    card.innerHTML = await answer.text();
  } catch {
    return false;  // the table itself is still shown
  }
  if (card.open) return true;
  place();
  const typing = document.activeElement.matches("input, textarea") ? document.activeElement : null;
  cameFrom = typing || document.activeElement;
  card.show();
  if (typing) typing.focus();
  return true;
}

// Centred over the board, and not over a decision at the bottom of the screen.
function place() {
  const board = the("play")?.getBoundingClientRect();
  const decision = the("decision");
  const fixed = decision && getComputedStyle(decision).position === "fixed";
  card.style.setProperty("--middle", board ? `${board.left + board.width / 2}px` : "50%");
  card.style.setProperty("--below", fixed ? `${decision.offsetHeight}px` : "0px");
}
addEventListener("resize", () => { if (card.open) place(); });

function closeSummary() {
  const within = card.contains(document.activeElement);
  card.close();
  if (within || document.activeElement === document.body) comeBack();
  putAway();
}

// After the card, focus returns to where it was, or to the decision.
function comeBack() {
  if (cameFrom?.isConnected && cameFrom !== document.body) {
    cameFrom.focus({ preventScroll: true });
    return;
  }
  const decision = the("decision");
  if (!decision) return;
  decision.tabIndex = -1;
  decision.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (!card.open) return;
  const { target, key } = event;
  const idle = target === document.body || card.contains(target);
  if (key !== "Escape" && !(idle && (key === "Enter" || key === " "))) return;
  event.preventDefault();
  event.stopPropagation();
  closeSummary();
}, true);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-summary]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    openSummary(link.dataset.summary).then((shown) => { if (!shown) location.assign(link.href); });
    return;
  }
  // A click outside, but not one caused by a key, such as Enter in the chat.
  const outside = event.detail > 0 && !card.contains(event.target);
  if (!card.open || !(outside || event.target.closest("#go-on"))) return;
  // The click isn't meant for what is under the card.
  if (event.target.closest(".play")) {
    event.preventDefault();
    event.stopPropagation();
  }
  closeSummary();
}, true);
