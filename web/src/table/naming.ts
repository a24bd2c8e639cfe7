// What a seat without a person is called.
import type { SeatState } from "../protocol";
import { common } from "../words/words.svelte";

/** A bot goes by its colour. The server lets nobody have one of these names. */
export function botName(seat: SeatState): string {
  return common("seat", seat.bot ? seat.colour : "free");
}
