// How the unfinished tables of this browser stand: whether it is my turn, and who else plays.
import { request, RequestError } from "../net/request";
import type { Snapshot } from "../protocol";
import { forget, myTables, remember, type MyTable } from "../shell/mygames.svelte";

const MOST_ASKED = 6; // tables

export interface Mine {
  one: MyTable;
  now: Snapshot;
  yours: boolean;
}

/** Those that still stand, my turn first; what has ended or is gone is remembered so. */
export async function unfinished(most = MOST_ASKED): Promise<Mine[]> {
  const open = myTables().filter((one) => !one.over);
  const found = await Promise.all(open.slice(0, most).map(standing));
  return found.filter((one) => one !== null).toSorted((a, b) => Number(b.yours) - Number(a.yours));
}

async function standing(one: MyTable): Promise<Mine | null> {
  try {
    const token = one.tokens?.[0] ?? null;
    const now = await request<Snapshot>("GET", `/api/tables/${one.table}`, { token });
    if (now.phase === "over" || now.phase === "closed") {
      remember(one.table, { over: true, at: one.at });
      return null;
    }
    return { one, now, yours: now.phase === "playing" && (one.tokens !== undefined || isMyTurn(now)) };
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) forget(one.table);
    return null;
  }
}

const isMyTurn = ({ position }: Snapshot): boolean =>
  position !== null && position.view.seat >= 0 && position.to_act.includes(position.view.seat);
