// What a seat without a person is called.
import type { SeatState } from "../protocol";
import { common, t } from "../words/words.svelte";

/** A bot goes by its colour. The server lets nobody have one of these names. */
export function botName(seat: SeatState): string {
  return common("seat", seat.bot ? seat.colour : "free");
}

/** Whose seat it is; null: the host's, who has not sat down. */
export function nameAt(seats: readonly SeatState[], seat: number | null): string {
  return seat === null ? t("seat.host") : (seats[seat]?.name ?? common("seat", "free"));
}
