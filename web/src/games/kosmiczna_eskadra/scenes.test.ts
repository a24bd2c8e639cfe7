// The steps of a shoot-out: each keeps to what was told, and together they lead to the view after it.
import { describe, expect, it } from "vitest";
import type { KosmicznaEskadraShipView as Ship, KosmicznaEskadraView as View } from "../../protocol";
import type { Events, GameEvent } from "./messages";
import { scenes } from "./scenes";

const FRONT = { x: 0, y: 450, dx: 0, dy: 1, power: 2 };

function ship(owner: number, y: number, more: Partial<Ship> = {}): Ship {
  return {
    owner,
    card: 0,
    pose: { x: 0, y, rot: 0 },
    fate: "afloat",
    taker: null,
    ore: 0,
    damage: [0, 0],
    struck: [{ what: null, number: 0 }],
    ...more,
  };
}

function table(ships: readonly Ship[], more: Partial<View> = {}): View {
  const other = { unplayed: [0], holds: true, points: 0, wins: 0 };
  return {
    seat: 0,
    players: 2,
    options: { wins: 3 },
    squadron: [{ name: "Grom", speed: 3, hull: 2, lasers: [FRONT], shields: [] }],
    card_size: [600, 900],
    table_size: [6000, 6000],
    stage: "placing",
    to_act: [0],
    turn: 0,
    first: 0,
    drawing: null,
    round: 0,
    stopped_by: null,
    winner: null,
    asteroids: [
      {
        shape: 1,
        outline: [
          [-300, -300],
          [300, -300],
          [300, 300],
          [-300, 300],
        ],
        pose: { x: 0, y: 0, rot: 0 },
        ore: 3,
        there: true,
      },
    ],
    table: ships,
    everybody: [other, other],
    held: 0,
    held_at: null,
    ...more,
  };
}

const told = <Id extends keyof Events>(id: Id, args: Partial<Events[Id]> = {}) =>
  ({ id, args }) as unknown as GameEvent;
const lower = { seat: 0, ship: "Grom", number: 1 };

/** Seat 0 lays a ship that destroys the one above it; the round is over. */
function battle(): { before: View; after: View; told: GameEvent[] } {
  const struck: Ship["struck"] = [{ what: "ship", number: 0 }];
  const after = table(
    [
      ship(1, 2000, { fate: "trophy", taker: 0, damage: [2, 0], struck: [{ what: "space", number: 0 }] }),
      ship(0, -2000, { struck }),
    ],
    {
      held: null,
      stage: "between",
      everybody: [
        { unplayed: [], holds: false, points: 2, wins: 1 },
        { unplayed: [0], holds: true, points: 0, wins: 0 },
      ],
    },
  );
  return {
    before: table([ship(1, 2000)]),
    after,
    told: [
      told("released", { ...lower, x: 0, y: -2000, rot: 0 }),
      told("stop", { seat: 0 }),
      told("speed_step", { speed: 3 }),
      told("fired_space", { seat: 1, ship: "Grom", number: 0, laser: 0, power: 2 }),
      told("fired_ship", {
        ...lower,
        laser: 0,
        power: 2,
        x: 0,
        y: 1550,
        to_seat: 1,
        to_ship: "Grom",
        to_number: 0,
      }),
      told("exploded_trophy", { seat: 1, ship: "Grom", number: 0, taker: 0 }),
      told("scored", { seat: 0, n: 2 }),
      told("scored", { seat: 1, n: 0 }),
      told("round_won", { seat: 0, n: 1 }),
    ],
  };
}

describe("a shoot-out", () => {
  const steps = scenes({ ...battle(), by: 0 });

  it("is told in order, one picture for each event", () => {
    expect(steps.map((step) => step.told?.id)).toEqual(battle().told.map(({ id }) => id));
  });

  it("ends where the server says the table is", () => {
    const { table: ships, everybody, asteroids, stage } = steps.at(-1)!.view;
    const { after } = battle();
    expect({ ships, everybody, asteroids, stage }).toEqual({
      ships: after.table,
      everybody: after.everybody,
      asteroids: after.asteroids,
      stage: after.stage,
    });
  });

  it("shows the laid card before anything has struck it", () => {
    expect(steps[0]!.view.table[1]).toEqual(ship(0, -2000));
    expect(steps[0]!.view.held).toBeNull();
  });

  it("keeps the beams of a step until it is over", () => {
    const shots = steps.flatMap(({ fx }) => (fx?.kind === "shots" ? [fx.shots] : []));
    expect(shots.map((some) => some.length)).toEqual([1, 2]);
    expect(shots[0]![0]).toMatchObject({ from: { x: 0, y: 2450 }, to: { y: 3000 }, met: "space" });
    expect(shots[1]![1]!.to).toEqual({ x: 0, y: 1550 });
  });

  it("lets a ship explode only after all shots of its step", () => {
    const boom = steps.find(({ fx }) => fx?.kind === "boom")!;
    expect(boom.view.table[0]!.fate).toBe("afloat");
    expect(boom.view.table[0]!.damage).toEqual([2, 0]);
    expect(boom.fx).toMatchObject({ ship: 0, to: 0 }); // it flies to the base of whoever has it now
  });

  it("counts the points out, one squadron after the other", () => {
    const counted = steps.flatMap(({ fx }) => (fx?.kind === "score" ? [fx.counted] : []));
    expect(counted).toEqual([[0], [0, 1], [0, 1]]);
  });

  it("moves the winner on the track only when the round is won", () => {
    const wins = steps.flatMap(({ fx, view }) => (fx?.kind === "score" ? [view.everybody[0]!.wins] : []));
    expect(wins).toEqual([0, 0, 1]);
  });
});

it("a shot that a shield stops makes that shield shine", () => {
  const shields = [{ x1: -300, y1: -450, x2: 300, y2: -450 }];
  const squadron = [{ name: "Grom", speed: 3, hull: 2, lasers: [FRONT], shields }];
  const before = table([ship(1, 2000), ship(0, -2000)], { squadron });
  const target = { to_seat: 1, to_ship: "Grom", to_number: 0 };
  const shot = told("fired_shield", { ...lower, ...target, laser: 0, power: 2, x: 0, y: 1550 });
  const [step] = scenes({ before, after: before, told: [shot], by: 0 });
  expect(step!.fx).toMatchObject({
    kind: "shots",
    shots: [{ met: "shield", shield: { from: { x: -300, y: 1550 }, to: { x: 300, y: 1550 } } }],
  });
  expect(step!.view.table[0]!.damage).toEqual([0, 0]);
});

it("a lost ship goes to its owner's base, one that nobody has stays away", () => {
  const before = table([ship(1, 2000)]);
  const wreck = { seat: 1, ship: "Grom", number: 0 };
  const flown = (id: "exploded_loss" | "exploded_removed" | "illegal_off") =>
    scenes({ before, after: before, told: [told(id, wreck)], by: 0 })[0]!.fx;
  expect(flown("exploded_loss")).toMatchObject({ to: 1 });
  expect(flown("exploded_removed")).toMatchObject({ to: null });
  expect(flown("illegal_off")).toMatchObject({ kind: "illegal", to: 1 });
});

it("ore mined by several lasers of a step is carried together", () => {
  const before = table([ship(0, 2000), ship(1, -2000)]);
  const mined = (number: number, n: number) =>
    told("mined", { seat: number, ship: "Grom", number, laser: 0, asteroid: 0, n });
  const [step, ...more] = scenes({ before, after: before, told: [mined(0, 2), mined(1, 1)], by: 0 });
  expect(more).toEqual([]);
  expect(step!.fx).toMatchObject({ kind: "ore", hauls: [{ n: 2 }, { n: 1 }] });
  expect(step!.view.asteroids[0]!.ore).toBe(0);
  expect(step!.view.table.map(({ ore }) => ore)).toEqual([2, 1]);
});

it("however many shots there are, a shoot-out stays short", () => {
  const before = table([ship(0, 2000)]);
  const shot = told("fired_space", { seat: 0, ship: "Grom", number: 0, laser: 0, power: 2 });
  const step = told("speed_step", { speed: 3 });
  const many = Array.from({ length: 60 }, () => [step, shot]).flat();
  const all = scenes({ before, after: before, told: many, by: 0 });
  const total = all.reduce((sum, { ms }) => sum + ms, 0);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(20_000);
});

it("a drawn card has no picture of its own", () => {
  const view = table([]);
  expect(scenes({ before: view, after: view, told: [told("drawn", { seat: 1 })], by: null })).toEqual([]);
});

it("in a lightning round nothing delays the next card", () => {
  const { before, told: events } = battle();
  const racing = { ...before, options: { mode: "lightning" } };
  const after = table([ship(1, 2000), ship(0, -2000)], { options: racing.options });
  expect(scenes({ before: racing, after, told: events.slice(0, 1), by: 0 })).toEqual([]);
});
