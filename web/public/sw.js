// Works in the background of the installed app: keeps the files that never change, and says so when the server is away.
const KEPT = "kosmoport-1";
const TURNS = "kosmoport-turns"; // what pages left here to be said when it is a seat's turn
const OFFLINE = ["/offline.html", "/offline.css", "/adrift.svg", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(OFFLINE))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name !== KEPT && name !== TURNS))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// Files with their hash in the name are the same forever; old ones are dropped when there are too many.
const MOST_FILES = 200;

async function keptFile(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const files = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith("/assets/"));
    await Promise.all(files.slice(0, Math.max(0, files.length - MOST_FILES)).map((one) => cache.delete(one)));
  }
  return answer;
}

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/offline.html")) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/"))
    return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(keptFile(event.request));
  else if (OFFLINE.includes(url.pathname))
    event.respondWith(
      fetch(event.request).catch(() =>
        caches.match(event.request).then((found) => found ?? Response.error()),
      ),
    );
});

const isAt = (table) => (one) => new URL(one.url).pathname === `/t/${table}`;

// A push says whose table waits and nothing else. Whoever looks at that table here knows already.
async function callFor(table) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some((one) => isAt(table)(one) && one.visibilityState === "visible")) return;
  const kept = await caches.open(TURNS).then((cache) => cache.match(`/turn/${table}`));
  const said = kept ? await kept.json() : { title: "Kosmoport", body: "It is your turn" };
  await self.registration.showNotification(said.title, {
    body: said.body,
    tag: table, // a later call takes its place, and is heard too
    renotify: true,
    icon: "/icon-192.png",
  });
}

self.addEventListener("push", (event) => {
  const table = event.data?.json().table;
  if (table) event.waitUntil(callFor(table));
});

// A notification brings its table to the front, or opens it.
async function bring(table) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(isAt(table));
  return open ? open.focus() : self.clients.openWindow(`/t/${table}`);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(bring(event.notification.tag));
});
