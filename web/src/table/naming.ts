// What a seat is called that has no name: there is no person, or one whose name was deleted.
import type { SeatState } from "../protocol";
import { common, t } from "../words/words.svelte";

/** A bot goes by its colour; the server lets nobody have such a name. A person goes by their number. */
export function unnamed(seat: SeatState, at: number): string {
  if (seat.person) return t("game.person", { n: at + 1 });
  return common("seat", seat.bot ? seat.colour : "free");
}

/** Whose seat it is; null: the host's, who has not sat down. */
export function nameAt(seats: readonly SeatState[], seat: number | null): string {
  if (seat === null) return t("seat.host");
  const one = seats[seat];
  return one ? one.name || unnamed(one, seat) : common("seat", "free");
}
