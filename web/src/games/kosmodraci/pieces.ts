// Which cards lie where: hand, picks of the draft, the trick, and those on their way to a ship; pure.
import type { KosmodraciView } from "../../protocol";
import { playOrder } from "./labels";
import { CARD, spread, type Layout, type Spread } from "./layout";
import type { Fx } from "./scenes";

export interface Piece {
  card: number;
  zone: "hand" | "picks" | "trick" | "away";
  /** whose it is, where it lies in the trick or before a ship */
  seat: number | null;
  x: number;
  y: number;
  scale: number;
  gone: boolean;
  /** from where it appears, beside its place */
  from: { x: number; y: number } | null;
}

const LARGEST_HELD = 124;
const LARGEST_PICKED = 100;
const LARGEST_PLAYED = 130;
const SIGN = 0.16; // of a card's height: the sign of whose it is hangs below it

export function trickPlaces(view: KosmodraciView, at: Layout): Spread {
  const box = { ...at.middle, h: at.middle.h * (1 - SIGN) };
  return spread(box, view.players, LARGEST_PLAYED, at.rows > 1 ? 10 : 7, at.rows);
}

/** Every card that is drawn, in an order that does not depend on where it lies. */
export function pieces(view: KosmodraciView, at: Layout, fx: Fx | null, size: number): Piece[] {
  const trick = trickPlaces(view, at);
  const all = [...held(view, at, fx, size), ...picked(view, at, size)];
  view.everybody.forEach((player, seat) => {
    const before = player.played.length - 1 - (view.acted.includes(seat) && view.stage !== "draft" ? 1 : 0);
    const away = player.played[before];
    if (away !== undefined && away >= 0) all.push(putAway(away, seat, at)); // it may be forgotten
  });
  return [...all, ...inTrick(view, at, trick)].sort((a, b) => a.card - b.card);
}

function held(view: KosmodraciView, at: Layout, fx: Fx | null, size: number): Piece[] {
  const places = spread(at.hand, view.hand.length, LARGEST_HELD * size, 7);
  const leaving = fx?.kind === "pass";
  return view.hand.map((card, i) => ({
    card,
    zone: "hand",
    seat: null,
    x: places.at[i]!.x - (leaving ? at.hand.w : 0),
    y: places.at[i]!.y,
    scale: places.scale,
    gone: leaving,
    from: { x: at.hand.w * 0.6, y: 0 },
  }));
}

function picked(view: KosmodraciView, at: Layout, size: number): Piece[] {
  if (view.stage !== "draft") return [];
  const mat = { x: at.middle.x + 6, y: at.middle.y + 6, w: at.middle.w - 12, h: at.middle.h - 12 };
  const places = spread(mat, view.picks.length, LARGEST_PICKED * size);
  return view.picks
    .toSorted((a, b) => a - b)
    .map((card, i) => ({
      card,
      zone: "picks",
      seat: null,
      x: places.at[i]!.x,
      y: places.at[i]!.y,
      scale: places.scale,
      gone: false,
      from: null,
    }));
}

function inTrick(view: KosmodraciView, at: Layout, places: Spread): Piece[] {
  if (view.stage === "draft") return [];
  return playOrder(view).flatMap((seat, i) => {
    const card = view.acted.includes(seat) ? view.everybody[seat]!.played.at(-1) : undefined;
    if (card === undefined) return [];
    const place = places.at[i]!;
    const ship = at.ships[seat]!;
    const from = { x: ship.x + 20 - place.x, y: ship.y - place.y };
    return [{ card, zone: "trick", seat, ...place, scale: places.scale, gone: false, from } satisfies Piece];
  });
}

/** The card of the trick before, on its way to the ship of whoever played it. */
function putAway(card: number, seat: number, at: Layout): Piece {
  const ship = at.ships[seat]!;
  const scale = (ship.h * 0.5) / CARD.h;
  return { card, zone: "away", seat, x: ship.x + 20, y: ship.y + 4, scale, gone: true, from: null };
}
