// The seats that this browser has and had at a table: opening somebody's link never loses one.
import { myTable, remember, type KeptSeat } from "../shell/mygames.svelte";
import { request, RequestError } from "../net/request";
import type { OwnSeat } from "../protocol";
import { t } from "../words/words.svelte";

const seatAt = (table: string) => `/api/tables/${table}/seat`;

/** The link leads to another seat than the one this browser has: which of them is wanted? */
export interface SeatQuestion {
  /** several where people share this device */
  mine: readonly KeptSeat[];
  theirs: KeptSeat;
}

/** What a token is at a table, without one what this browser has there; null: nothing, or no longer. */
export async function seatOf(table: string, token: string | null): Promise<KeptSeat | null> {
  try {
    const own = await request<OwnSeat>("GET", seatAt(table), { token });
    return { token: own.token, seat: own.seat };
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null;
    throw error;
  }
}

/** The seats that this browser has at a table now. */
async function ownSeats(table: string): Promise<KeptSeat[]> {
  const tokens: readonly (string | null)[] = myTable(table)?.tokens ?? [null];
  const seats = await Promise.all(tokens.map((token) => seatOf(table, token)));
  return seats.filter((one) => one !== null);
}

/** Bring the seat of a link to this browser: done, a link that leads nowhere any more, or a question. */
export async function bringSeat(table: string, token: string): Promise<"here" | "dead" | SeatQuestion> {
  const shared = myTable(table)?.tokens;
  if (shared?.includes(token)) return "here";
  if (!shared && (await isTaken(table, token))) return "here";
  const [mine, theirs] = await Promise.all([ownSeats(table), seatOf(table, token)]);
  return theirs ? { mine, theirs } : "dead";
}

/** Take a seat where that costs no other one. */
async function isTaken(table: string, token: string): Promise<boolean> {
  try {
    await request<OwnSeat>("PUT", seatAt(table), { token });
    return true;
  } catch (error) {
    if (error instanceof RequestError && (error.status === 404 || error.id === "other_seat")) return false;
    throw error;
  }
}

/** Change to other seats at this table; those that this browser has now are kept, to come back to. */
export async function changeTo(table: string, game: string, seats: readonly KeptSeat[]): Promise<void> {
  const now = await ownSeats(table);
  const before = (myTable(table)?.others ?? []).filter((one) => !isSame(one, now));
  const kept = now.length > 0 ? [...before, now] : before;
  const isKept = remember(table, { game, others: kept }); // first of all: nothing is lost if the rest fails
  if (!isKept && now.length > 0) throw new RequestError(400, "not_kept", t("seat.not_kept"));
  if (seats.length === 1)
    await request<OwnSeat>("PUT", `${seatAt(table)}?replace=true`, { token: seats[0]!.token });
  remember(table, {
    tokens: seats.length > 1 ? seats.map((one) => one.token) : undefined,
    others: kept.filter((one) => !isSame(one, seats)),
  });
}

function isSame(one: readonly KeptSeat[], other: readonly KeptSeat[]): boolean {
  return one.map((seat) => seat.token).join() === other.map((seat) => seat.token).join();
}
