// Making a table and sitting down at it by requests: what all ways into a game have in common.
import { deviceAt } from "../deal/device";
import { myTable, remember } from "../shell/mygames.svelte";
import { randomHex } from "../net/random";
import { request } from "../net/request";
import type { Ack, NewTable, Seated, SitDown, Snapshot, TableMade } from "../protocol";
import { go } from "../shell/route.svelte";

export function makeTable(wanted: NewTable): Promise<TableMade> {
  return request<TableMade>("POST", "/api/tables", { body: wanted });
}

/** Take a seat; with the host's token as the host, without as a guest. */
export function sitDown(table: string, who: SitDown, token: string | null): Promise<Seated> {
  return request<Seated>("POST", `/api/tables/${table}/seats`, { body: who, token });
}

/** Send one message of the protocol without a connection. */
export function tell(table: string, token: string | null, message: { type: string }): Promise<Ack> {
  return request<Ack>("POST", `/api/tables/${table}/messages`, {
    body: { ...message, id: randomHex(16) },
    token,
  });
}

/** Everybody who plays on this device is ready, the host begins, and the page changes to the table. */
export async function beginHere(table: string, game: string, seats: readonly Seated[]): Promise<void> {
  const { deal } = await request<Snapshot>("GET", `/api/tables/${table}`);
  const device = deviceAt(table);
  for (const { seat, token } of seats) {
    const promise = device.promise(seat, deal);
    await tell(table, token, { type: "promise", round: deal.round, promise, device: device.name } as {
      type: string;
    });
    await tell(table, token, { type: "ready" });
  }
  await tell(table, seats[0]!.token, { type: "begin" });
  const tokens = seats.map((one) => one.token);
  remember(table, tokens.length > 1 ? { game, tokens } : { game });
  go(`/t/${table}`); // where what was promised is revealed
}

/** From a finished table to the next one of the same people: whoever shares this device sits down there in the seats
 * that are kept for them; where nobody else is waited for, it begins at once.
 */
export async function goOn(from: string, to: string): Promise<void> {
  const { settings, seats: there } = await request<Snapshot>("GET", `/api/tables/${to}`);
  const shared = myTable(from)?.tokens;
  const old = shared ?? [(await request<Seated>("PUT", `/api/tables/${from}/seat`)).token];
  const seats: Seated[] = [];
  for (const token of old) seats.push(await sitDown(to, { token }, null));
  if (there.filter((seat) => !seat.bot).length === seats.length) return beginHere(to, settings.game, seats);
  const tokens = seats.map((one) => one.token);
  remember(to, shared ? { game: settings.game, tokens } : { game: settings.game });
  go(`/t/${to}`);
}
