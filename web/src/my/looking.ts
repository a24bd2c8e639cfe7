// What has become of the games this browser keeps: asked of the server at every visit, so that deleted names go here too.
import { request } from "../net/request";
import type { KnownTable, Snapshot } from "../protocol";
import { revise, type MyTable } from "../shell/mygames.svelte";
import { presentSeats, type Played } from "../shell/playedgames";
import { seatOf } from "../table/keeping";
import { goOn, tell } from "../table/making";

const AT_ONCE = 50; // tables in one request
const MOST_ASKED = 12; // tables at which this browser asks for its own seat, one by one

/** Ask about all of them, and keep what is new. */
export async function lookAt(all: readonly MyTable[]): Promise<void> {
  let left = MOST_ASKED;
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE);
    const tables = some.map((one) => one.table);
    const found = await request<KnownTable[]>("POST", "/api/known", { body: { tables } });
    const known = new Map(found.map((one) => [one.table, one]));
    const changes = new Map<string, Partial<MyTable>>();
    for (const one of some) {
      const now = known.get(one.table);
      if (one.played)
        changes.set(one.table, { played: { ...one.played, seats: presentSeats(one.played, now) } });
      else if (now?.result && left-- > 0) changes.set(one.table, await ended(one, now));
      else if (!now || now.phase === "over" || now.phase === "closed") changes.set(one.table, { over: true });
    }
    revise(changes);
  }
}

/** A game whose end this browser has not seen. */
async function ended(one: MyTable, { table, seats, result, changed }: KnownTable): Promise<Partial<MyTable>> {
  const tokens: readonly (string | null)[] = one.tokens ?? [null];
  const own = await Promise.all(tokens.map((token) => seatOf(table, token)));
  const mine = own.flatMap((seat) => (seat?.seat == null ? [] : [seat.seat]));
  if (mine.length === 0 || !result) return { over: true };
  const played: Played = {
    seats: seats.map(({ name, colour, person }) => ({
      name: person ? (name ?? "") : null,
      colour,
      bot: !person,
    })),
    scores: result.scores,
    returns: result.returns,
    mine,
    began: null,
    ended: changed,
  };
  return { over: true, played };
}

/** A new table with the same people, whose seats are kept; where that game has gone on already, the game's page. */
export async function inviteAgain({ table, tokens }: MyTable): Promise<string | null> {
  const look = (at: string) => request<Snapshot>("GET", `/api/tables/${at}`);
  if (!(await look(table)).rematch) {
    const { problem } = await tell(table, tokens?.[0] ?? null, { type: "rematch" });
    if (problem) return problem.id;
  }
  const next = (await look(table)).rematch;
  if (!next || (await look(next)).phase !== "gathering") return "elsewhere";
  await goOn(table, next);
  return null;
}
