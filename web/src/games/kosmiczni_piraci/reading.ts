// What the table says about itself: badges, labels of planets, cards and players, read from the view.
import type { KosmiczniPiraciPileCard } from "../../protocol";
import type { Speaker } from "../contract";
import { DISC, dock, gemSpread, type Place } from "./layout";
import type { View } from "./scenes";

/** How strong somebody is at a planet: cards that lie open, and what lies face down. */
export interface Badge {
  seat: number;
  text: string;
}

export type Known = (card: KosmiczniPiraciPileCard, planet: number) => number | string | null;

/** The name by which actions know a card; later ones of the same value have letters. */
export function cardName(view: View, slot: number): number | string {
  const card = view.deck[slot]!;
  const earlier = view.deck.slice(0, slot).filter((one) => one === card).length;
  return earlier === 0 ? card : `${card}${String.fromCharCode(97 + earlier)}`;
}

/** A card that the viewer knows although it lies face down: one's own, or any in an open replay. */
export function knower(opened: readonly View[] | null): Known {
  return (card, planet) => {
    if (card.card !== null || !opened) return card.card;
    const pile = opened[card.owner]?.planets[planet]?.pile;
    return pile?.find((one) => one.moment === card.moment)?.card ?? null;
  };
}

export function badges(view: View, planet: number, known: Known): Badge[] {
  const down = view.planets[planet]!.pile.filter((card) => !card.face_up);
  return view.everybody
    .map((player, seat) => {
      const open = player.present[planet] ? String(player.strength[planet]) : "";
      const hidden = down
        .filter((card) => card.owner === seat)
        .map((card) => `+${known(card, planet) ?? "?"}`);
      return { seat, text: open + hidden.join("") };
    })
    .filter((badge) => badge.text !== "");
}

export function cardLabel(say: Speaker, card: number | string): string {
  return typeof card === "number" ? say.ui("pirate", { value: card }) : say.ui("teleport");
}

/** The treasures of a planet where they lie, from its place: gems on the disc, the trade ship at its dock. */
export function onPlanet(view: View, planet: number, side: Place["side"]) {
  const here = view.planets[planet]!;
  const trade = view.worth.length - 1;
  const gems = [...here.treasures, ...here.boxed].filter((kind) => kind !== trade);
  const spots = gemSpread(gems.length).map(({ x, y }) => ({ x, y: y + DISC.y }));
  let gem = 0;
  return here.treasures.map((kind, key) => ({
    key,
    kind,
    ...(kind === trade ? dock("trade", side) : spots[gem++]!),
  }));
}

export function treasureLabel(say: Speaker, view: View, kind: number): string {
  const value = view.worth[kind]!;
  return kind === view.worth.length - 1
    ? say.ui("treasure.trade_ship", { value })
    : say.ui("treasure", { value });
}

function pileLabel(say: Speaker, card: KosmiczniPiraciPileCard, value: number | string | null): string {
  const name = say.name(card.owner);
  if (value === null) return say.ui("pile.down", { name });
  const args = { name, card: cardLabel(say, value) };
  return card.face_up ? say.ui("pile.up", args) : say.ui("pile.known", args);
}

/** A planet in words: number, treasures, ships, cards from the oldest, strengths. */
export function planetLabel(say: Speaker, view: View, planet: number, known: Known): string {
  const here = view.planets[planet]!;
  const values = here.treasures
    .filter((kind) => kind !== view.worth.length - 1)
    .map((kind) => view.worth[kind]);
  const cards = here.pile.map((card) => pileLabel(say, card, known(card, planet)));
  const strong = view.everybody
    .map((player, seat) => ({
      name: say.name(seat),
      strength: player.strength[planet],
      here: player.present[planet],
    }))
    .filter((one) => one.here)
    .map((one) => say.ui("strength", one));
  const shipHere = view.stage === "laying" || here.treasures.includes(view.worth.length - 1);
  const parts = [
    say.ui("planet", { planet }),
    values.length ? say.ui("planet.treasures", { values: values.join(", ") }) : say.ui("planet.no_treasures"),
    view.trade === planet && shipHere ? say.ui("planet.trade_here") : "",
    view.pirate === planet ? say.ui("planet.pirate_here") : "",
    view.trade_home === planet ? say.ui("planet.trade_home") : "",
    view.pirate_home === planet ? say.ui("planet.pirate_home") : "",
    cards.length
      ? say.ui("planet.cards", { n: cards.length, cards: cards.join("; ") })
      : say.ui("planet.no_cards"),
    strong.length ? say.ui("planet.strengths", { list: strong.join(", ") }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** A player in words: cards in hand, losses, treasures. */
export function playerLabel(say: Speaker, view: View, seat: number): string {
  const player = view.everybody[seat]!;
  const lost = player.lost.map((slot) => (slot === null ? null : cardLabel(say, view.deck[slot]!)));
  const own = lost.filter((one) => one !== null);
  const won = player.won.map((kind) => treasureLabel(say, view, kind));
  const parts = [
    say.ui("player.hand", { name: say.name(seat), n: player.hand_size }),
    own.length
      ? say.ui("player.lost_own", { cards: own.join(", ") })
      : lost.length
        ? say.ui("player.lost", { n: lost.length })
        : "",
    player.spent.length ? say.ui("player.spent") : "",
    won.length ? say.ui("player.won", { treasures: won.join(", "), score: player.score }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}
