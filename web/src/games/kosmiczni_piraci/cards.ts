// Every card that is drawn, with where it lies: the same card keeps its key from the hand to the pile.
import { pileSpread, type Layout, type Spread } from "./layout";
import type { Known } from "./reading";
import type { View } from "./scenes";

export interface Sprite extends Spread {
  key: string;
  owner: number;
  card: number | string | null;
  up: boolean;
}

/** The cards of the own hand; a chosen one is raised. */
function inHand(view: View, layout: Layout, chosen: number | null): Sprite[] {
  const places = layout.hand(view.hand.length);
  return view.hand.map((slot, i) => ({
    ...places[i]!,
    y: places[i]!.y - (slot === chosen ? 9 : 0),
    key: `${view.seat}:${slot}`,
    owner: view.seat,
    card: view.deck[slot]!,
    up: true,
  }));
}

function onPlanet(view: View, layout: Layout, known: Known, planet: number): Sprite[] {
  const { pile } = view.planets[planet]!;
  const [place, spread] = [layout.places[planet]!, pileSpread(pile.length)];
  return pile.map((card, i) => ({
    x: place.x + spread[i]!.x * layout.scale,
    y: place.y + spread[i]!.y * layout.scale,
    scale: spread[i]!.scale * layout.scale,
    key: card.owner === view.seat && card.slot !== null ? `${view.seat}:${card.slot}` : `m${card.moment}`,
    owner: card.owner,
    card: known(card, planet),
    up: card.face_up,
  }));
}

export function sprites(
  view: View,
  layout: Layout,
  known: Known,
  hand: boolean,
  chosen: number | null,
): Sprite[] {
  const piles = view.planets.flatMap((_, planet) => onPlanet(view, layout, known, planet));
  return hand ? [...piles, ...inHand(view, layout, chosen)] : piles;
}
