// A module, to keep its names private.
// Notifications in this browser: the switch for them, and those of a page in the background. While
// no page is open, the site sends them, and service-worker.js shows them.
const WANTED = "kerys-notify";  // "push", or "page" if the site can't reach the browser
const PUSH = "/push";
const possible = "serviceWorker" in navigator && "Notification" in window;
const path = location.pathname;
const isAsked = () => the("decision")?.matches(".asks");
let asked = isAsked();

const wanted = () => (possible && Notification.permission === "granted" && localStorage.getItem(WANTED)) || "";

async function ask(address, form) {
  const answer = await fetch(address, form && { method: "POST", body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}

function showSwitch() {
  const box = the("push-on");
  if (!box) return;
  const blocked = possible && Notification.permission === "denied";
  const why = !isSecureContext ? "insecure" : !possible ? "missing" : blocked ? "blocked" : "";
  const words = why || (wanted() === "page" ? "unpushed" : "");
  const note = the("push-note");
  const sentence = words ? the("push").dataset[words] : "";
  if (note.textContent !== sentence) note.textContent = sentence;
  box.disabled = why !== "";
  box.checked = wanted() !== "";
}

async function switchOn() {
  if (await Notification.requestPermission() !== "granted") return;
  localStorage.setItem(WANTED, "page");
  await navigator.serviceWorker.register("/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await (await ask(PUSH)).json();
  await (await pushManager.getSubscription())?.unsubscribe();  // it may be for another key
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await ask(PUSH, { endpoint, ...keys });
  localStorage.setItem(WANTED, "push");
}

async function switchOff() {
  localStorage.removeItem(WANTED);
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  await ask(`${PUSH}/drop`, {});
}

document.addEventListener("change", async ({ target }) => {
  if (target.id !== "push-on") return;
  target.disabled = true;
  try {
    await (target.checked ? switchOn() : switchOff());
  } catch {
    // The note under the switch says what works.
  }
  showSwitch();
});

// After signing out, or signing in as someone else, nothing more is sent.
async function check() {
  if (wanted() !== "push" || (await (await ask(PUSH)).json()).on) return;
  await switchOff();
  showSwitch();
}

// Notifications of a page in the background.
async function tell(kind, title, body) {
  if (!wanted() || !document.hidden) return;
  const worker = await navigator.serviceWorker.ready;
  worker.showNotification(title, { body, tag: `${kind}-${path.split("/").at(-1)}`, icon: "/icon.png", data: path });
}

document.addEventListener("kerys:changed", () => {
  const before = asked;
  asked = isAsked();
  if (asked && !before) tell("push", document.title.replace("● ", ""), "");
  showSwitch();
});
document.addEventListener("kerys:said", ({ detail }) => 
  tell("talk", document.title.split(" · ").slice(-2).join(" · "), detail));

// Once you are back, notifications about this table are closed.
async function tidy() {
  if (document.hidden || !wanted()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const one of await worker?.getNotifications() ?? []) if (one.data === path) one.close();
}
document.addEventListener("visibilitychange", tidy);
showSwitch();
tidy();
check().catch(() => {});
