// A game that is over, as this browser keeps it among its own.
import type { Played } from "../shell/playedgames";
import type { Session } from "./session.svelte";

/** How it ended for those who sit at this browser; null while it goes on. */
export function playedAt(sessions: readonly Session[]): Played | null {
  const [one] = sessions;
  const result = one?.phase === "over" ? one.position?.result : null;
  const mine = sessions.flatMap(({ seat }) => (seat === null ? [] : [seat]));
  if (!one || !result || mine.length === 0) return null;
  const times = one.log.flatMap((line) => (line.move === null ? [] : [line.at]));
  if (times.length === 0) return null; // what happened is still being asked for
  const { scores, returns } = result;
  return {
    seats: one.seats.map(({ name, colour, person }) => ({
      name: person ? (name ?? "") : null,
      colour,
      bot: !person,
    })),
    scores,
    returns,
    mine,
    began: times[0]!,
    ended: times.at(-1)!,
  };
}
