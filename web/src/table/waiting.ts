// What a table that gathers still needs before its game can begin, and what its host can do about it.
import type { SeatState } from "../protocol";

export interface Waiting {
  /** seats that anybody may take */
  free: readonly number[];
  /** seats that a rematch keeps for somebody who has not come */
  kept: readonly number[];
  /** people who have not agreed yet; the host begins, and agrees with that */
  unready: readonly number[];
}

export function waitingFor(seats: readonly SeatState[]): Waiting {
  const which = (fits: (seat: SeatState) => boolean) => seats.flatMap((one, p) => (fits(one) ? [p] : []));
  const empty = (one: SeatState) => !one.person && one.bot === null;
  return {
    free: which((one) => empty(one) && one.reserved === null),
    kept: which((one) => empty(one) && one.reserved !== null),
    unready: which((one) => one.person && !one.ready && !one.host),
  };
}

/** Does the game begin with one word of the host? */
export const canBegin = ({ free, kept, unready }: Waiting): boolean =>
  free.length + kept.length + unready.length === 0;

/** How many seats there are when the free ones go; null: the game needs more people than that. */
export function withoutFree(seats: readonly SeatState[], fewest: number): number | null {
  const left = seats.length - waitingFor(seats).free.length;
  return left < seats.length && left >= fewest ? left : null;
}

/** Seats as they are seen from one of them: that one in front, the others around the table. */
export function around(seats: number, front: number | null): string[] {
  const places = PLACES[seats - 1] ?? PLACES.at(-1)!;
  return Array.from({ length: seats }, (_, p) => places[(p - (front ?? 0) + seats) % seats]!);
}

/** By how many there are: where the one in front sits, and the others clockwise. */
const PLACES = [
  ["front"],
  ["front", "back"],
  ["front", "left", "right"],
  ["front", "left", "back", "right"],
  ["front", "near-left", "left", "right", "near-right"],
] as const;
