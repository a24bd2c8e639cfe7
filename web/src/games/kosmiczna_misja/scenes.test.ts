// The steps of a move: each starts where the last one ended, and nothing is shown before it happens.
import { describe, expect, it } from "vitest";
import type { KosmicznaMisjaView } from "../../protocol";
import { planet, table, tile } from "./sample";
import type { Events, GameEvent } from "./messages";
import { scenes } from "./scenes";

const begun = [tile(1, { right: 1 }), null, null, null];
const before = table([[planet(begun)], []]);
const told = <Id extends keyof Events>(id: Id, args: Partial<Events[Id]> = {}) =>
  ({ id, args }) as unknown as GameEvent;

/** The table after seat 0 has added tile 42 in the north-east. */
function extended(): KosmicznaMisjaView {
  const laid = [begun[0]!, before.bank[1]!, null, null];
  const after = table([[planet(laid, 1)], []]);
  return { ...after, bank: [before.bank[0]!, tile(44), before.bank[2]!], stack: 8, turn: 1, roll: null };
}

describe("a tile that is added", () => {
  const steps = scenes({
    before,
    after: extended(),
    by: 0,
    told: [
      told("added", { seat: 0, tile: 42, planet: 0, quadrant: "ne" }),
      told("joined", { seat: 0, planet: 0, n: 1 }),
      told("refilled", { tile: 44, slot: 1 }),
    ],
  });

  it("is shown step by step, each with its event", () => {
    expect(steps.map((step) => step.fx!.kind)).toEqual(["lay", "join", "refill"]);
    expect(steps.map((step) => step.told!.id)).toEqual(["added", "joined", "refilled"]);
  });

  it("leaves a hole in the bank until the stack fills it", () => {
    expect(steps.map((step) => step.fx!.hole)).toEqual([1, 1, null]);
    expect(steps[0]!.view.bank.map((one) => one.number)).toEqual([41, 43]);
    expect(steps[2]!.view.bank.map((one) => one.number)).toEqual([41, 44, 43]);
    expect(steps[1]!.view.stack).toBe(9);
  });

  it("joins half stations at the edge where they meet", () => {
    expect(steps[1]!.fx!.edges).toEqual([0]);
  });

  it("keeps the roll in sight until the move is over", () => {
    expect(steps.map((step) => step.view.roll)).toEqual([4, 4, 4]);
  });
});

it("a planet shines where it was built before it counts as finished", () => {
  const three = planet([tile(1), tile(2), tile(3), null], 2);
  const four = planet([tile(1), tile(2), tile(3), before.bank[0]!], 2);
  const end = table([[four], []]);
  const everybody = end.everybody.map((player, p) => (p === 0 ? { ...player, score: 2 } : player));
  const after = { ...end, everybody, bank: before.bank.slice(1), ended: "exhausted" as const };
  const steps = scenes({
    before: table([[three], []]),
    after,
    by: 0,
    told: [
      told("added", { seat: 0, tile: 41, planet: 0, quadrant: "sw" }),
      told("finished", { seat: 0, planet: 0, n: 2 }),
      told("ended", { how: "exhausted" }),
    ],
  });
  expect(steps.map((step) => step.view.everybody[0]!.planets[0]!.finished)).toEqual([false, false, true]);
  expect(steps.at(-1)!.view).toEqual(after);
});

it("a discarded tile goes into the box, and an emptied planet is gone only afterwards", () => {
  const alone = table([[planet([tile(7), null, null, null]), planet(begun)], []]);
  const after = { ...table([[planet(begun)], []]), box: [tile(7)] };
  const steps = scenes({
    before: alone,
    after,
    by: 0,
    told: [
      told("discarded", { seat: 0, tile: 7, planet: 0, quadrant: "nw" }),
      told("vanished", { seat: 0, planet: 0 }),
    ],
  });
  expect(steps[0]!.view.box).toEqual([tile(7)]);
  expect(steps[0]!.view.everybody[0]!.planets.map((one) => one.tiles.filter(Boolean).length)).toEqual([0, 1]);
  expect(steps[1]!.view.everybody).toEqual(after.everybody);
});

it("the die shows what was rolled", () => {
  const waiting = { ...before, roll: null };
  const [step] = scenes({
    before: waiting,
    after: before,
    by: null,
    told: [told("rolled", { seat: 0, roll: 4 })],
  });
  expect(step!.fx!.kind).toBe("roll");
  expect(step!.view.roll).toBe(4);
});
