// What happened is told in the order of the rules, each step with the table as it is then.
import { describe, expect, it } from "vitest";
import type { KosmodraciPlayerView, KosmodraciView } from "../../protocol";
import { layOut } from "./layout";
import { pieces } from "./pieces";
import type { Events, GameEvent } from "./messages";
import { scenes } from "./scenes";

const player = (given: Partial<KosmodraciPlayerView> = {}): KosmodraciPlayerView => ({
  hand_size: 3,
  picks: 0,
  played: [],
  dragons: [],
  shields: 0,
  damage: 0,
  symbols: { research: 0, morale: 0, crime: 0 },
  points: 0,
  own: 0,
  awards: {},
  under: [],
  ...given,
});

/** Cards 0..8 have the values 10, 20 ... 90; the viewer sits on seat 0 and holds the first three. */
const view = (given: Partial<KosmodraciView> = {}): KosmodraciView => ({
  seat: 0,
  players: 3,
  options: { family_variant: false, memory_aids: true, shield_points: 1, damage_points: -5 },
  crew: Array.from({ length: 9 }, (_, i) => ({ v: 10 * (i + 1) })),
  dragons: [{ p: 8 }, { p: 12 }],
  stage: "hunt",
  to_act: [0],
  sides: { research: "A", morale: "A", crime: "A" },
  revealed: [],
  lead: 1,
  passed: 9,
  acted: [],
  trick: 0,
  tricks: 7,
  open_dragon: 0,
  takers: [],
  draw: 50,
  discard: 0,
  markers: 0,
  picks: [],
  hand: [0, 1, 2],
  seen: [],
  everybody: [player(), player(), player()],
  ...given,
});
const told = <Id extends keyof Events>(id: Id, args: Partial<Events[Id]> = {}) =>
  ({ id, args }) as unknown as GameEvent;

describe("the last card of a trick", () => {
  const before = view({
    acted: [1, 2],
    everybody: [
      player({ shields: 1 }),
      player({ played: [5], hand_size: 2 }),
      player({ played: [6], hand_size: 2 }),
    ],
  });
  const after = view({
    trick: 1,
    lead: 2,
    takers: [2],
    open_dragon: 1,
    hand: [0, 2],
    draw: 49,
    to_act: [],
    everybody: [
      player({ shields: 1, played: [1], hand_size: 2 }),
      player({ played: [5], hand_size: 2 }),
      player({ played: [6], hand_size: 2, dragons: [0], damage: 1, points: 8, own: 3 }),
    ],
  });
  const steps = scenes({
    before,
    after,
    by: 0,
    told: [
      told("played", { seat: 0, card: 20 }),
      told("trick_won", { seat: 2, card: 70, hits: 1 }),
      told("damaged", { seat: 2, n: 1, now: 1 }),
      told("captured", { seat: 2, points: 8, symbols: [] }),
      told("turned_up", { points: 12, symbols: [] }),
    ],
  });

  it("is played, won, shot at, captured and followed by the next dragon", () => {
    expect(steps.map((step) => step.fx?.kind)).toEqual(["play", "win", "damage", "capture", "turn_up"]);
  });

  it("leaves the hand for the trick, where all cards stay until the dragon is captured", () => {
    expect(steps[0]!.view.hand).toEqual([0, 2]);
    expect(steps[0]!.view.everybody[0]!.played).toEqual([1]);
    expect(steps.slice(0, 4).map((step) => step.view.acted)).toEqual(Array(4).fill([1, 2, 0]));
  });

  it("damages before the dragon changes hands, and ends with what is", () => {
    expect(steps[1]!.view.everybody[2]!.damage).toBe(0);
    expect(steps[2]!.view.everybody[2]!.damage).toBe(1);
    expect(steps[2]!.view.open_dragon).toBe(0);
    expect(steps[3]!.view.open_dragon).toBeNull();
    expect(steps[4]!.view).toEqual(after);
  });

  it("draws every card once, whatever is being told", () => {
    const at = layOut(390, 700, 3, 0, true);
    for (const step of steps) {
      const cards = pieces(step.view, at, step.fx, 1).map((piece) => piece.card);
      expect(new Set(cards).size).toBe(cards.length);
    }
  });
});

describe("the draft", () => {
  const before = view({ stage: "draft", passed: 0, acted: [1], to_act: [0, 2], open_dragon: 0 });

  it("shows the viewer's own card, and only that somebody else has picked", () => {
    const own = scenes({ before, after: before, by: 0, told: [told("picked_own", { seat: 0, card: 20 })] });
    expect(own[0]!.view.picks).toEqual([1]);
    expect(own[0]!.view.hand).toEqual([0, 2]);
    const other = scenes({ before, after: before, by: 2, told: [told("picked", { seat: 2 })] });
    expect(other[0]!.view.picks).toEqual([]);
    expect(other[0]!.view.hand).toEqual([0, 1, 2]);
    expect(other[0]!.view.everybody[2]!.picks).toBe(1);
  });

  it("passes the hands when everybody has picked, and the last cards become the hand", () => {
    const after = view({ hand: [1, 4, 5], picks: [1, 4, 5], to_act: [] });
    const steps = scenes({
      before: view({ stage: "draft", passed: 1, hand: [2], picks: [1, 4], acted: [0, 1], to_act: [2] }),
      after,
      by: 2,
      told: [
        told("picked", { seat: 2 }),
        told("passed"),
        told("last_card", { card: 60 }),
        told("hunt_began", { seat: 1 }),
      ],
    });
    expect(steps.map((step) => step.fx?.kind)).toEqual(["pick", "pass", undefined, undefined]);
    expect(steps[2]!.view.picks).toEqual([1, 4, 5]);
    expect(steps[2]!.view.stage).toBe("draft");
    expect(steps[3]!.view).toEqual(after);
  });
});

it("keeps the old hand in the family variant until hands are passed", () => {
  const after = view({ hand: [7, 8], trick: 1, passed: 1, open_dragon: 1 });
  const steps = scenes({
    before: view({ hand: [0, 1], passed: 0 }),
    after,
    by: 1,
    told: [told("turned_up", { points: 12, symbols: [] }), told("passed")],
  });
  expect(steps.map((step) => step.view.hand)).toEqual([
    [0, 1],
    [0, 1],
  ]);
});
