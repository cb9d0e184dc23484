// Coming back: the browser remembers how far it has shown each table, and plays what you missed.
"use strict";

const SEEN = "kerys-seen", MOST_SEEN = 50;
const LONG = 12;  // a film with more moments is offered instead of starting by itself

// How far each table was shown: [table, ply, revision], newest first.
const tableName = () => live.dataset.stream.split("/")[2];
function allSeen() {
  try {
    const kept = JSON.parse(localStorage.getItem(SEEN));
    return Array.isArray(kept) ? kept.filter(Array.isArray) : [];
  } catch {
    return [];
  }
}
function lastSeen() {
  const [, ply, revision] = allSeen().find(([table]) => table === tableName()) || [];
  return Number.isInteger(ply) && Number.isInteger(revision) ? { ply, revision } : null;
}
function noteSeen() {
  const { ply, revision } = the("table").dataset;
  if (ply === undefined || document.hidden) return;
  const others = allSeen().filter(([table]) => table !== tableName());
  const kept = [[tableName(), Number(ply), Number(revision)], ...others].slice(0, MOST_SEEN);
  localStorage.setItem(SEEN, JSON.stringify(kept));
}
document.addEventListener("visibilitychange", () => { if (the("table")) noteSeen(); });

// Plays what happened since the table was last shown, then shows it as it is now (`settle`).
async function catchUp(news, settle) {
  const seen = lastSeen();
  if (!seen || news.ply === undefined || seen.ply >= news.ply || !filmOn()) {
    settle();
    return;
  }
  const film = await fetchFilm({ since: seen.ply, revision: seen.revision });
  if (film && film.frames.length <= LONG) await playMissed(film, settle);
  else {
    settle();
    if (film) offer(film);
  }
}

async function playMissed(film, settle) {
  // The open question comes after the film.
  setChoice(null);
  the("choosing")?.replaceChildren();
  await play(film.frames.map(({ say: sentences }) => sentences), film, settle);
}

let offered = null;
function offer(film) {
  offered = film;
  the("watch").textContent = film.offer;
  the("missed").hidden = false;
}
function withdraw() {
  offered = null;
  the("missed").hidden = true;
}
the("leave").addEventListener("click", withdraw);
the("watch").addEventListener("click", () => {
  const film = offered;
  withdraw();
  heard.push({ film });
  showNews();
});
