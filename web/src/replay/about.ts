// What a replay has to know of the game besides its moves: from a table of the server, or from a record alone.
import type { Opened, Result, SeatState, Snapshot } from "../protocol";

export interface Replayed {
  game: string;
  rules: number;
  colours: readonly string[];
  seats: readonly SeatState[];
  /** everybody's eyes may be looked through */
  open: boolean;
  playing: boolean;
  result: Result | null;
}

export function fromTable({ settings, phase, seats, position }: Snapshot): Replayed {
  return {
    game: settings.game,
    rules: settings.rules,
    colours: settings.colours,
    seats,
    open: phase !== "playing" && !settings.sealed,
    playing: phase === "playing",
    result: position?.result ?? null,
  };
}

/** A record hides nothing; it may not say who played. */
export function fromRecord(
  { game, rules, seats, result }: Opened,
  nameless: (seat: number) => string,
): Replayed {
  return {
    game,
    rules,
    colours: seats.map((seat) => seat.colour),
    seats: seats.map(({ name, bot, colour }, seat) => ({
      name: name ?? (bot === null ? nameless(seat) : null),
      colour,
      // whoever took the seat of a bot later has both
      bot: name === null ? bot : null,
      person: bot === null || name !== null,
      ready: true,
      reserved: null,
      aided: false,
      promise: null,
      revealed: false,
      host: false,
      took_over: null,
    })),
    open: true,
    playing: false,
    result,
  };
}
