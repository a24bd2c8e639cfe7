// Being called by this browser when it is my turn, also with every page closed: what it takes, on and off.
import { request } from "../net/request";
import type { PushDevice, PushKey, PushState } from "../protocol";
import { myTable } from "../shell/mygames.svelte";
import { hindranceIn, type Hindrance } from "./hindrance";

/** Where the service worker (public/sw.js) finds what to say of a table, in the words of its page. */
const TURNS = "kosmoport-turns";
const pageOf = (table: string) => `/turn/${table}`;

/** What the call says. */
export interface Call {
  title: string;
  body: string;
}

export const pushes = $state<{ called: Record<string, boolean> }>({ called: {} });

export const hindrance = (): Hindrance | null => hindranceIn(window);

/** Does this browser call for a table? */
export async function look(table: string, call: Call, token: string | null): Promise<void> {
  if (!("caches" in window)) return;
  const kept = await caches.open(TURNS);
  await forgetOthers(kept);
  pushes.called[table] = (await kept.match(pageOf(table))) !== undefined;
  // The server may have given this browser up meanwhile, and the page may speak another language now.
  if (pushes.called[table] && hindrance() === null) await begin(table, call, token).catch(() => {});
}

/** Have this browser called; what hinders it, or null. Only after somebody pressed a button. */
export async function callMe(table: string, call: Call, token: string | null): Promise<Hindrance | null> {
  const before = hindrance();
  if (before !== null) return before;
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  return begin(table, call, token);
}

async function begin(table: string, call: Call, token: string | null): Promise<Hindrance | null> {
  const { key } = await request<PushKey>("GET", "/api/push");
  if (key === null) return "server";
  const subscription = await subscribed(key);
  if (subscription === null) return "service";
  pushes.called[table] = await tell(table, subscription, token, true);
  const kept = await caches.open(TURNS);
  if (pushes.called[table]) await kept.put(pageOf(table), Response.json(call));
  else await kept.delete(pageOf(table));
  return null;
}

export async function callNoMore(table: string, token: string | null): Promise<void> {
  const subscription = await manager().then((one) => one.getSubscription());
  if (subscription) await tell(table, subscription, token, false);
  await forget(table);
}

/** Nobody's turn comes at this table any more; the server knows. */
export async function forget(table: string): Promise<void> {
  if (!("caches" in window)) return;
  const kept = await caches.open(TURNS);
  const was = await kept.delete(pageOf(table));
  pushes.called[table] = false;
  if (was && (await kept.keys()).length === 0)
    await (await manager()).getSubscription().then((one) => one?.unsubscribe());
}

/** Whoever looks at the table has been called well enough. */
export async function clear(table: string): Promise<void> {
  if (document.hidden || !pushes.called[table]) return;
  const { ready } = navigator.serviceWorker;
  for (const one of await (await ready).getNotifications({ tag: table })) one.close();
}

/** Tables that this browser no longer knows, or whose game is over, are not called for. */
async function forgetOthers(kept: Cache): Promise<void> {
  for (const { url } of await kept.keys()) {
    const table = new URL(url).pathname.split("/").at(-1)!;
    if (myTable(table)?.over !== false) await forget(table);
  }
}

const manager = (): Promise<PushManager> =>
  navigator.serviceWorker.ready.then((registration) => registration.pushManager);

/** This browser's subscription for this server; null where its maker's service cannot be reached. */
async function subscribed(key: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const push = await manager();
  try {
    return await push.subscribe(options);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") return null;
  }
  await push.getSubscription().then((one) => one?.unsubscribe()); // made for another key of the server
  return push.subscribe(options).catch(() => null);
}

async function tell(
  table: string,
  subscription: PushSubscription,
  token: string | null,
  wanted: boolean,
): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const device: PushDevice = { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! };
  const path = `/api/tables/${table}/push`;
  return (await request<PushState>("PUT", path, { body: { device, wanted }, token })).called;
}
