// Hides the message that the site doesn't answer as soon as it does, whichever script showed it; the
// one that holds it hides it itself.
const PROBE_MS = 2000, SELDOM_PROBE_MS = 30000;
const sentence = document.getElementById("unreached");
let probing = 0;

function probeSoon(pause) {
  clearTimeout(probing);
  probing = setTimeout(() => probe(pause), pause);
}

async function probe(pause) {
  if (sentence.hidden) return;
  try {
    const answer = await fetch("/alive", { cache: "no-store" });
    if (answer.ok && !("held" in sentence.dataset)) {
      sentence.hidden = true;
      return;
    }
  } catch {
    // Still unreachable.
  }
  probeSoon(Math.min(2 * pause, SELDOM_PROBE_MS));
}

new MutationObserver(() => { if (!sentence.hidden) probeSoon(PROBE_MS); })
  .observe(sentence, { attributes: true, attributeFilter: ["hidden"] });
addEventListener("online", () => { if (!sentence.hidden) probe(PROBE_MS); });
