// The steps of a move lead from the table before it to the table after it, and show what was told in its order.
import { describe, expect, it } from "vitest";
import type { PiraciView } from "../../protocol";
import type { Events, GameEvent } from "./messages";
import { scenes } from "./scenes";

const SHIPS = [
  { id: 1, gold: 10, pay: 1, crew: 2, loot: ["dagger"], captor: null },
  { id: 2, gold: 20, pay: 3, crew: 3, loot: ["chest", "rum"], captor: null },
  { id: 3, gold: 30, pay: 3, crew: 6, loot: ["rum"], captor: null },
] satisfies PiraciView["ships"];

/** Three players; units as lists of discs from top to bottom. */
function table(units: number[][], more: Partial<PiraciView> = {}): PiraciView {
  return {
    seat: 0,
    players: 3,
    options: { open_stacks: false },
    stage: "acting",
    to_act: [0],
    turn: 0,
    ended: null,
    about: null,
    mutiny: [],
    discs: Array.from({ length: 25 }, (_, disc) => [2, 3, 4, 5, "?"][disc % 5]!),
    units,
    ships: SHIPS,
    turned: [0, 1],
    places: [0, 1, null],
    supply: [6, 6, 6, 6],
    values: [15, 12, 9, 6],
    covered: 0,
    everybody: [0, 1, 2].map(() => ({ money: 10, loot: [0, 0, 0, 0], bonus: [0, 0, 0, 0] })),
    ...more,
  };
}

const told = <Id extends keyof Events>(id: Id, args: Partial<Events[Id]> = {}) =>
  ({ id, args }) as unknown as GameEvent;
const play = (before: PiraciView, ...events: GameEvent[]) =>
  scenes({ before, after: before, told: events, by: 0 });

const BOARDING = [
  told("boarded", { seat: 0, unit: 0, ship: 2, n: 3 }),
  told("looted", { seat: 0, loot: "chest", rank: "captain" }),
  told("looted", { seat: 1, loot: "rum", rank: "first_mate" }),
  told("ducats", { seat: 0, n: 20 }),
  told("wage_paid", { seat: 0, disc: 5, to: 1, n: 2 }),
  told("wage_paid", { seat: 0, disc: 11, to: 2, n: 3 }),
];

describe("a move", () => {
  it("first lies on the target where that stands, then comes home as one stack", () => {
    const [onto, home] = play(table([[0], [5, 10], [1]]), told("moved", { unit: 0, target: 5 }));
    expect(onto!.view.units).toEqual([[1], [0, 5, 10]]);
    expect(onto!.fx).toEqual({ kind: "onto", unit: 0, target: 5 });
    expect(home!.view.units).toEqual(onto!.view.units);
    expect(home!.fx).toEqual({ kind: "home", unit: 0 });
  });
});

describe("a boarding", () => {
  const steps = play(table([[0, 5, 11], [1]]), ...BOARDING);
  const last = steps.at(-1)!.view;

  it("shares out in the order that was told, the crew alongside all the time", () => {
    expect(steps.map((step) => step.told?.id ?? "home")).toEqual([
      ...BOARDING.map((event) => event.id),
      "home",
    ]);
    expect(steps.slice(0, -1).every((step) => step.fx?.kind === "crew")).toBe(true);
    expect(steps[4]!.fx).toMatchObject({ paid: 5, gift: { what: "ducats", n: 2, from: 0, to: 1 } });
  });

  it("ends with everybody paid, the discs apart and the ship gone", () => {
    expect(last.everybody.map((player) => player.money)).toEqual([25, 12, 13]);
    expect(last.everybody.map((player) => player.loot)).toEqual([
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect(last.supply).toEqual([5, 5, 6, 6]);
    expect(last.units).toEqual([[0], [5], [11], [1]]);
    expect(last.places).toEqual([0, null, null]);
  });

  it("never shows a purse below nothing", () => {
    const poor = play(table([[0, 5]]), BOARDING[0]!, told("wage_paid", { seat: 0, disc: 5, to: 1, n: 14 }));
    expect(poor.at(-1)!.view.everybody.map((player) => player.money)).toEqual([0, 24, 10]);
  });

  it("sends the crew home before new ships are turned up", () => {
    const turned = told("ship_turned", { ship: 3, place: 0 });
    const more = play(table([[0, 5, 11]]), BOARDING[0]!, turned);
    expect(more.map((step) => step.told?.id ?? "home")).toEqual(["boarded", "home", "ship_turned"]);
    expect(more.at(-1)!.view.places).toEqual([2, null, null]);
    expect(more.at(-1)!.view.turned).toEqual([0, 1, 2]);
  });

  it("takes no longer than people like to wait, however large the crew", () => {
    const crew = Array.from({ length: 8 }, () => BOARDING[4]!);
    const steps = play(table([[0, 5, 6, 7, 8, 9, 10, 11, 12]]), ...BOARDING.slice(0, 4), ...crew);
    expect(steps.reduce((sum, step) => sum + step.ms, 0)).toBeLessThan(6000);
  });
});

it("a mutiny marks the stack from the call on", () => {
  const [called] = play(table([[0, 5, 6, 7]]), told("mutiny_called", { seat: 1, unit: 0, n: 4 }));
  expect(called!.view.mutiny).toEqual([0]);
});

it("a second mutiny of the same turn leaves the first one standing", () => {
  const units = [
    [0, 5, 6, 7],
    [1, 8, 9, 10],
  ];
  const both = [
    told("mutiny_called", { seat: 1, unit: 0, n: 4 }),
    told("mutiny_called", { seat: 1, unit: 1, n: 4 }),
  ];
  expect(play(table(units), ...both).at(-1)!.view.mutiny).toEqual([0, 1]);
});
