// Making a table and sitting down at it by requests: what all ways into a game have in common.
import { deviceAt } from "../deal/device";
import { remember } from "../shell/mygames.svelte";
import { randomHex } from "../net/random";
import { request } from "../net/request";
import type { NewTable, Seated, SitDown, Snapshot, TableMade } from "../protocol";
import { go } from "../shell/route.svelte";

export function makeTable(wanted: NewTable): Promise<TableMade> {
  return request<TableMade>("POST", "/api/tables", { body: wanted });
}

/** Take a seat; with the host's token as the host, without as a guest. */
export function sitDown(table: string, who: SitDown, token: string | null): Promise<Seated> {
  return request<Seated>("POST", `/api/tables/${table}/seats`, { body: who, token });
}

/** Send one message of the protocol without a connection. */
async function tell(table: string, token: string, message: { type: string }): Promise<void> {
  await request("POST", `/api/tables/${table}/messages`, {
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
