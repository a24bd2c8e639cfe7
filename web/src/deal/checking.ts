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

/** A sentence of the page: a key of its words, and whether it shows something of the deal or is to be known. */
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

/** Everything the page can say of a deal by itself, what follows from it last; what it says against it comes alone. */
export function check(fair: Fair | { table: string; luck: unknown } | undefined, kept: Kept): Finding[] {
  if (!fair) return [bad("nothing")];
  if (!("frozen" in fair))
    return [bad(kept.table === fair.table && kept.seats.length > 0 ? "kept_promises" : "first_way")];
  const { seats, continues } = readFrozen(fair);
  const wrong = wrongWith(fair, seats) ?? wrongRounds(fair, kept) ?? wrongWithKept(fair, kept);
  if (wrong) return [wrong];
  const devices = new Set(seats.flatMap((seat) => (seat.promise ? [seat.device] : []))).size;
  return [
    good("commitment"),
    ...(fair.round > fair.void.length ? [bad("upgraded")] : []),
    ...fair.void.map(([round, missing]) => bad("void", { round: round + 1, seats: missing })),
    devices > 0 ? good("promises", { n: devices }) : bad("alone"),
    good("key"),
    ...aboutKept(fair, kept, continues),
  ];
}

interface FrozenSeat {
  promise?: string | null;
  device?: number;
}

/** The seats, and whether the game was dealt at another table. */
function readFrozen({ frozen }: Fair): { seats: FrozenSeat[]; continues: boolean } {
  try {
    const { seats, continues }: { seats?: unknown; continues?: unknown } = JSON.parse(frozen);
    const all = Array.isArray(seats) ? seats.map((seat) => (seat ?? {}) as FrozenSeat) : [];
    return { seats: all, continues: (continues ?? null) !== null };
  } catch {
    return { seats: [], continues: false };
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

/** Every deal that was begun at the table is there: the rounds have numbers, and this browser kept those it was in. */
function wrongRounds(fair: Fair, kept: Kept): Finding | null {
  const told = fair.void.map(([round]) => round);
  const first = fair.round - told.length; // 1: round 0 was of an older program
  const whole = (first === 0 || first === 1) && told.every((round, i) => round === first + i);
  const known = [fair.round, ...told];
  const mine = kept.table === fair.table ? kept.seats.filter((one) => one.frozen !== null) : [];
  return whole && mine.every((one) => known.includes(one.round)) ? null : bad("round_missing");
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

function aboutKept(fair: Fair, kept: Kept, continues: boolean): Finding[] {
  const promised = ofThisRound(fair, kept);
  if (promised.every((one) => one.frozen === null))
    return [bad(promised.length > 0 ? "left_out" : "only_consistent")];
  if (fair.void.length > 0) return [bad("kept_after_void")];
  return [good(continues ? "kept_continued" : "kept")];
}
