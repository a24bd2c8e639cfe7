// Making a table and sitting down at it by requests: what all ways into a game have in common.
import { remember } from "../mygames.svelte";
import { randomHex } from "../net/random";
import { luck, request } from "../net/request";
import type { NewTable, Seated, SitDown, TableMade } from "../protocol";
import { go } from "../route.svelte";

export function makeTable(wanted: NewTable): Promise<TableMade> {
  return request<TableMade>("POST", "/api/tables", { body: wanted });
}

/** Take a seat; with the host's token as the host, without as a guest. */
export function sitDown(table: string, who: SitDown, token: string | null): Promise<Seated> {
  return request<Seated>("POST", `/api/tables/${table}/seats`, { body: { luck: luck(), ...who }, token });
}

/** Send one message of the protocol without a connection. */
export async function tell(table: string, token: string, message: { type: string }): Promise<void> {
  await request("POST", `/api/tables/${table}/messages`, {
    body: { ...message, id: randomHex(16) },
    token,
  });
}

/** Everybody who plays on this device is ready, the host begins, and the page changes to the table. */
export async function beginHere(table: string, game: string, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) await tell(table, token, { type: "ready" });
  await tell(table, tokens[0]!, { type: "begin" });
  remember(table, tokens.length > 1 ? { game, tokens: [...tokens] } : { game });
  go(`/t/${table}`);
}
