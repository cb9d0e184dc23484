// Shows notifications, even when no page is open. It doesn't touch pages or requests.
"use strict";

const PUSH = "/push";

self.addEventListener("push", (event) => {
  const { title, body, tag, url } = event.data.json();
  const look = { body, tag, icon: "/icon.png", renotify: true, data: url };
  event.waitUntil(self.registration.showNotification(title, look));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname === path);
  return page ? page.focus() : self.clients.openWindow(path);
}

// The push service has given the browser a new address.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(move()));

async function move() {
  const { key, on } = await (await fetch(PUSH)).json();
  if (!on) return;
  const how = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(how)).toJSON();
  await fetch(PUSH, { method: "POST", body: new URLSearchParams({ endpoint, ...keys }) });
}
