// What the viewer still remembers of cards passed on: those not played yet, and where they may be.
import type { KosmodraciSeen, KosmodraciView } from "../../protocol";

interface Remembered {
  cards: number[];
  /** who has one of them */
  seats: number[];
}

/** By the view's own account: the card in place t of packet k is with seat k + t, or still on its way. */
export function remembered(view: KosmodraciView): Remembered[] {
  const played = new Set(view.everybody.flatMap((player) => player.played));
  return view.seen
    .map((seen) => ({ cards: seen.cards.filter((card) => !played.has(card)), seats: holders(view, seen) }))
    .filter((one) => one.cards.length > 0);
}

function holders(view: KosmodraciView, seen: KosmodraciSeen): number[] {
  const seats = new Set<number>();
  for (let t = seen.first; t <= seen.last; t++)
    seats.add((seen.packet + Math.min(t, view.passed)) % view.players);
  const handsMove = view.stage === "draft" || view.options.family_variant === true;
  const has = (seat: number) => !view.everybody[seat]!.played.some((card) => seen.cards.includes(card));
  return [...seats].filter((seat) => handsMove || has(seat)).sort((a, b) => a - b);
}
