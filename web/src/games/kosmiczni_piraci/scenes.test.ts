// What is shown of a move: the steps in order, and that they lead to where the game really is.
import { describe, expect, test } from "vitest";
import type { KosmiczniPiraciPileCard } from "../../protocol";
import type { GameEvent } from "./messages";
import { scenes, type View } from "./scenes";

const DECK = [1, 2, 3, 4, 5, 6, 7, "T"];

function player(hand_size = 8): View["everybody"][number] {
  const six = <T>(value: T) => Array.from({ length: 6 }, () => value);
  return {
    hand_size,
    spent: [],
    spent_moments: [],
    lost: [],
    lost_moments: [],
    seen: [],
    strength: six(0),
    present: six(false),
    won: [],
    score: 0,
    tie: 0,
  };
}

/** A table of three before the first card, seen by seat 0: both treasures of planet q are of kind q. */
function table(changes: Partial<View> = {}): View {
  return {
    seat: 0,
    players: 3,
    options: {},
    deck: DECK,
    worth: [1, 2, 3, 4, 5, 6, 7, 10],
    kinds: 7,
    stage: "laying",
    to_act: [0],
    start: 0,
    laid: 0,
    ended: null,
    trade: 0,
    pirate: 3,
    trade_home: 0,
    pirate_home: 3,
    settling: null,
    waiting: [],
    strongest: null,
    hand: [0, 1, 2, 3, 4, 5, 6, 7],
    planets: Array.from({ length: 6 }, (_, q) => ({ printed: q, pile: [], treasures: [q, q], boxed: [] })),
    everybody: [player(), player(), player()],
    ...changes,
  };
}

const down = (owner: number, moment: number): KosmiczniPiraciPileCard => ({
  owner,
  slot: null,
  card: null,
  face_up: false,
  moment,
});

function withPile(view: View, planet: number, pile: KosmiczniPiraciPileCard[]): View {
  return { ...view, planets: view.planets.map((one, q) => (q === planet ? { ...one, pile } : one)) };
}

function kinds(before: View, after: View, told: GameEvent[]) {
  const steps = scenes({ before, after, told, by: 0 });
  return { steps, kinds: steps.map((step) => step.fx?.kind), last: steps.at(-1)!.view };
}

describe("laying", () => {
  test("an own card goes from the hand to the pile, face down and known", () => {
    const after = withPile(table({ hand: [0, 1, 2, 3, 5, 6, 7], laid: 1 }), 2, [
      { ...down(0, 0), slot: 4, card: 5 },
    ]);
    const { last, kinds: shown } = kinds(table(), after, [
      { id: "laid_own", args: { seat: 0, card: 5, planet: 2 } },
    ]);
    expect(shown).toEqual(["laid"]);
    expect(last.hand).toEqual(after.hand);
    expect(last.planets[2]!.pile).toEqual(after.planets[2]!.pile);
  });

  test("the card below turns up, then the ship moves", () => {
    const before = withPile(table({ laid: 1 }), 0, [down(1, 0)]);
    const turned = { ...down(1, 0), slot: 2, card: 3, face_up: true };
    const after = withPile(table({ laid: 2, trade: 1 }), 0, [turned, down(2, 1)]);
    const { steps, last } = kinds(before, after, [
      { id: "laid", args: { seat: 2, planet: 0 } },
      { id: "turned", args: { owner: 1, card: 3, planet: 0 } },
      { id: "ship_moved", args: { ship: "trade_ship", from: 0, to: 1 } },
    ]);
    expect(steps.map((step) => step.view.trade)).toEqual([0, 0, 1]);
    expect(steps[0]!.view.planets[0]!.pile.map((card) => card.face_up)).toEqual([false, false]);
    expect(last.planets[0]!.pile).toEqual(after.planets[0]!.pile);
  });

  test("a teleport takes itself and the card above, and leaves the rest of the pile", () => {
    const open = { ...down(2, 0), slot: 0, card: 1, face_up: true };
    const before = withPile(table({ laid: 2 }), 4, [open, down(1, 1)]);
    const after = withPile(table({ laid: 3 }), 4, [open]);
    const { kinds: shown, last } = kinds(before, after, [
      { id: "laid", args: { seat: 2, planet: 4 } },
      { id: "turned", args: { owner: 1, card: "T", planet: 4 } },
      { id: "teleported", args: { seat: 2, owner: 1, planet: 4 } },
    ]);
    expect(shown).toEqual(["laid", "turned", "teleport"]);
    expect(last.planets[4]!.pile).toEqual([open]);
  });
});

describe("the end", () => {
  test("what nobody takes joins what lies in the box already", () => {
    const before = table({ stage: "taking", settling: 3 });
    const planets = before.planets.map((one, q) => (q === 3 ? { ...one, treasures: [3], boxed: [3] } : one));
    const { last } = kinds({ ...before, planets }, before, [
      { id: "unclaimed", args: { treasure: 4, planet: 3 } },
    ]);
    expect(last.planets[3]).toMatchObject({ treasures: [], boxed: [3, 3] });
  });

  const plundered: GameEvent[] = [
    { id: "laying_ended", args: { how: "all_cards" } },
    { id: "revealed", args: { owner: 1, card: 3, planet: 1 } },
    { id: "revealed", args: { owner: 2, card: 4, planet: 2 } },
    { id: "plundered", args: { treasure: 4, planet: 3 } },
    { id: "plundered", args: { treasure: 4, planet: 3 } },
  ];

  test("all cards turn up at once, and the pirates carry everything off at once", () => {
    const before = withPile(withPile(table(), 1, [down(1, 0)]), 2, [down(2, 1)]);
    const after = table({ stage: "taking" });
    const emptied = after.planets.map((one, q) =>
      q === 3 ? { ...one, treasures: [], boxed: [3, 3] } : q === 0 ? { ...one, treasures: [0, 0, 7] } : one,
    );
    const { steps, kinds: shown, last } = kinds(before, { ...after, planets: emptied }, plundered);
    expect(shown).toEqual(["ended", "revealed", "boxed"]);
    expect(steps[0]!.view.planets[3]!.treasures).toEqual([3, 3]);
    expect(steps[0]!.view.planets[0]!.treasures).toEqual([0, 0, 7]);
    expect(last.planets[3]).toMatchObject({ treasures: [], boxed: [3, 3] });
  });

  test("what somebody takes and what is left for them fly together and count", () => {
    const before = table({ stage: "taking", settling: 5, waiting: [1], strongest: 1 });
    const after = {
      ...before,
      planets: before.planets.map((one, q) => (q === 5 ? { ...one, treasures: [] } : one)),
    };
    const { kinds: shown, last } = kinds(before, after, [
      { id: "taken", args: { seat: 1, treasure: 6, planet: 5 } },
      { id: "surplus", args: { seat: 1, treasure: 6, planet: 5 } },
    ]);
    expect(shown).toEqual(["taken"]);
    expect(last.everybody[1]).toMatchObject({ won: [5, 5], score: 12 });
    expect(last.waiting).toEqual([]);
  });
});
