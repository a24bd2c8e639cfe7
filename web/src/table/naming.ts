// What a seat without a person is called, and sentences that stand alone.
import type { SeatState } from "../protocol";
import { t, type MessageKey } from "../words/words.svelte";

const BOTS: Record<string, MessageKey> = {
  red: "bot.red",
  blue: "bot.blue",
  yellow: "bot.yellow",
  black: "bot.black",
  green: "bot.green",
  purple: "bot.purple",
};

/** A bot goes by its colour. */
export function botName(seat: SeatState): string {
  return seat.bot ? t(BOTS[seat.colour] ?? "seat.bot") : t("seat.free");
}

/** Whose seat it is; null: the host's, who has not sat down. */
export function nameAt(seats: readonly SeatState[], seat: number | null): string {
  return seat === null ? t("seat.host") : (seats[seat]?.name ?? t("seat.free"));
}
