// Checking a deal in the page: promises and key, from the record and from what this browser kept.
import type { Kept } from "./device";
import type { MessageKey } from "../words/words.svelte";
import { commitmentOf, keyOf, promiseOf } from "./fair";

/** What a record says of how its chance came together. */
export interface Fair {
  table: string;
  secret: string;
  commitment: string;
  round: number;
  void: [number, number[]][];
  frozen: string;
  values: (string | null)[];
  key: string;
}

type Said = Extract<MessageKey, `check.${string}`>;
type Short = Said extends `check.${infer Name}` ? Name : never;

/** A sentence of the page: a key of its words, and whether it speaks for the deal or against it. */
export interface Finding {
  holds: boolean;
  key: Said;
  args: Record<string, unknown>;
}

function good(key: Short, args: Record<string, unknown> = {}): Finding {
  return { holds: true, key: `check.${key}`, args };
}

function bad(key: Short, args: Record<string, unknown> = {}): Finding {
  return { holds: false, key: `check.${key}`, args };
}

/** Everything the page can say of a deal by itself; what it says against it comes alone. */
export function check(fair: Fair | { luck: unknown } | undefined, kept: Kept): Finding[] {
  if (!fair) return [bad("nothing")];
  if (!("frozen" in fair)) return [good("first_way")];
  const seats = frozenSeats(fair);
  const wrong = wrongWith(fair, seats) ?? wrongWithKept(fair, kept);
  if (wrong) return [wrong];
  const devices = new Set(seats.flatMap((seat) => (seat.promise ? [seat.device] : []))).size;
  return [
    good("commitment"),
    ...fair.void.map(([round, missing]) => bad("void", { round: round + 1, seats: missing })),
    devices > 0 ? good("promises", { n: devices }) : bad("alone"),
    good("key"),
    ...aboutKept(fair, kept),
  ];
}

interface FrozenSeat {
  promise?: string | null;
  device?: number;
}

function frozenSeats({ frozen }: Fair): FrozenSeat[] {
  try {
    const seats: unknown = JSON.parse(frozen).seats;
    return Array.isArray(seats) ? seats.map((seat) => (seat ?? {}) as FrozenSeat) : [];
  } catch {
    return [];
  }
}

function wrongWith(fair: Fair, seats: readonly FrozenSeat[]): Finding | null {
  if (commitmentOf(fair.secret, fair.table, fair.round) !== fair.commitment) return bad("commitment_wrong");
  const count = Math.max(seats.length, fair.values.length);
  for (let seat = 0; seat < count; seat++) {
    const value = fair.values[seat] ?? null;
    const revealed = value === null ? null : promiseOf(fair.table, seat, fair.round, value);
    if ((seats[seat]?.promise ?? null) !== revealed) return bad("promise_wrong", { seat });
  }
  return keyOf(fair.secret, fair.frozen, fair.values) === fair.key ? null : bad("key_wrong");
}

function ofThisRound(fair: Fair, kept: Kept) {
  return kept.table === fair.table ? kept.seats.filter((one) => one.round === fair.round) : [];
}

function wrongWithKept(fair: Fair, kept: Kept): Finding | null {
  for (const one of ofThisRound(fair, kept)) {
    if (one.frozen === null) continue; // another device of the same person took part instead
    if (one.commitment !== fair.commitment) return bad("kept_commitment");
    if (one.frozen !== fair.frozen) return bad("kept_frozen");
    if (fair.values[one.seat] !== one.value) return bad("kept_value", { seat: one.seat });
  }
  return null;
}

function aboutKept(fair: Fair, kept: Kept): Finding[] {
  const mine = ofThisRound(fair, kept).filter((one) => one.frozen !== null);
  if (mine.length === 0) return [good("only_consistent")];
  return [good(fair.void.length === 0 ? "kept" : "kept_after_void")];
}
