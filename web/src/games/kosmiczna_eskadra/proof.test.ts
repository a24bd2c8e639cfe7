// A shot tells what the server said it struck, and where; the ruler tells why another card was not.
import { describe, expect, it } from "vitest";
import type { KosmicznaEskadraShipView as Ship, KosmicznaEskadraView as View } from "../../protocol";
import {
  entryOf,
  goneAfter,
  isThere,
  proofOf,
  proofsOf,
  readLook,
  rulerName,
  shieldAt,
  shotName,
  shotNear,
} from "./proof";
import { measure, nearMiss } from "./ruler";
import { tracesOf } from "./traces";

const FRONT = { x: 0, y: 450, dx: 0, dy: 1, power: 2 };
const SHIELDED = { name: "Grom", speed: 3, hull: 2, lasers: [FRONT], shields: [] };
const SQUADRON = [
  SHIELDED,
  { ...SHIELDED, name: "Duch", speed: 4, shields: [{ x1: -300, y1: -450, x2: 100, y2: -450 }] },
];
type Struck = Ship["struck"][number]["what"];

function ship(x: number, y: number, struck: [Struck, number], more: Partial<Ship> = {}): Ship {
  return {
    owner: 0,
    card: 0,
    pose: { x, y, rot: 0 },
    fate: "afloat",
    taker: null,
    ore: 0,
    damage: [0, 0],
    struck: [{ what: struck[0], number: struck[1] }],
    ...more,
  };
}

function after(...table: Ship[]): View {
  const rock = {
    shape: 1,
    outline: [
      [-300, -300],
      [300, -300],
      [300, 300],
      [-300, 300],
    ] as const,
    pose: { x: -2000, y: 0, rot: 0 },
    ore: 3,
    there: true,
  };
  const view: Partial<View> = {
    squadron: SQUADRON,
    card_size: [600, 900],
    table_size: [6000, 6000],
    stage: "between",
    asteroids: [rock],
    table,
  };
  return view as View;
}

const gun = (number: number) => ({ ship: number, laser: 0 });

describe("a shot", () => {
  it("enters a card at the edge it comes to, and says how far from its middle and corner", () => {
    const shot = proofOf(after(ship(0, -1000, ["ship", 1]), ship(200, 1000, ["space", 0])), gun(0))!;
    expect(shot).toMatchObject({ met: "ship", target: 1, speed: 3, power: 2, distance: 1100 });
    expect(shot.entry).toMatchObject({ edge: "back", at: -200, corner: "back_left", away: 100 });
    expect(shot.rules).toEqual(["KE-13", "KE-15"]);
  });

  it("says what the server says, a shield or the hull beside it", () => {
    const view = after(
      ship(-500, -1000, ["shield", 2]),
      ship(-150, -1000, ["ship", 2]),
      ship(-300, 1000, ["space", 0], { card: 1 }),
    );
    expect(proofOf(view, gun(0))!.rules).toEqual(["KE-13", "KE-16", "KE-B8"]);
    expect(proofOf(view, gun(1))!.rules).toEqual(["KE-13", "KE-15", "KE-B8"]);
    expect(proofOf(view, gun(1))!.entry).toMatchObject({ at: 150, shields: [[-300, 100]] });
  });

  it("through a corner cites the ruling on corners", () => {
    const view = after(ship(0, -1000, ["ship", 1]), ship(300, 1000, ["space", 0]));
    expect(proofOf(view, gun(0))!.rules).toContain("KE-B6");
    expect(proofOf(view, gun(0))!.entry!.away).toBeCloseTo(0);
  });

  it("that struck a corner by less than we can count ends beside it, not at its muzzle", () => {
    const view = after(ship(0, -1000, ["ship", 1]), ship(300.0001, 1000, ["space", 0]));
    expect(proofOf(view, gun(0))!.distance).toBeCloseTo(1100);
  });

  it("at an asteroid or into space has no edge", () => {
    const view = after(ship(-2000, -1000, ["asteroid", 0]), ship(0, -1000, ["space", 0]));
    expect(proofOf(view, gun(0))).toMatchObject({ distance: 250, entry: null, rules: ["KE-13", "KE-14"] });
    expect(proofOf(view, gun(1))).toMatchObject({ distance: 3550, entry: null, rules: ["KE-13"] });
  });

  it("was not fired while nothing is struck", () => {
    expect(proofOf(after(ship(0, 0, [null, 0])), gun(0))).toBeNull();
    expect(proofsOf(after(ship(0, 0, [null, 0])))).toEqual([]);
  });

  it("is listed by speed, then as the cards lie", () => {
    const late = ship(1000, 0, ["space", 0], { card: 1 });
    const view = after(late, ship(0, 0, ["space", 0]), ship(-900, 0, ["space", 0]));
    expect(proofsOf(view).map(shotName)).toEqual(["shot:1.0", "shot:2.0", "shot:0.0"]);
  });

  it("is found by the point nearest to it, if that is near enough", () => {
    const shots = proofsOf(after(ship(0, 0, ["space", 0]), ship(1000, 0, ["space", 0])));
    expect(shotNear(shots, { x: 990, y: 2000 }, 50)?.ship).toBe(1);
    expect(shotNear(shots, { x: 500, y: 2000 }, 50)).toBeNull();
    expect(shotNear(shots, { x: 0, y: 0 }, 50)).toBeNull(); // behind the muzzle
  });
});

describe("a card in its own words", () => {
  const turned = { ...ship(0, 0, [null, 0]), pose: { x: 0, y: 0, rot: 90 } }; // its front looks to the left

  it("names its edges as it lies", () => {
    const view = after(turned);
    expect(entryOf(view, turned, { x: -450, y: 100 })).toMatchObject({
      edge: "front",
      corner: "front_right",
    });
    expect(entryOf(view, turned, { x: 0, y: 300 })).toMatchObject({ edge: "right", at: expect.closeTo(0) });
  });

  it("has the shield that is nearest", () => {
    const view = after(ship(0, 0, [null, 0], { card: 1 }), turned);
    expect(shieldAt(view, view.table[0]!, { x: 0, y: -450 })).toMatchObject({ x1: -300, x2: 100 });
    expect(shieldAt(view, turned, { x: 0, y: 0 })).toBeNull();
  });
});

describe("the ruler", () => {
  it("shows how near a line passes a corner", () => {
    const found = measure(after(ship(0, -1000, ["space", 0]), ship(334, 1000, [null, 0])), gun(0), 1);
    expect(found).toMatchObject({ verdict: "passes", distance: 34, where: "corner", stopped: null });
    expect(found.entry.corner).toBe("back_left");
    expect([found.on, found.at]).toEqual([
      { x: 0, y: 550 },
      { x: 34, y: 550 },
    ]);
  });

  it("measures from the muzzle to what lies behind it", () => {
    const found = measure(after(ship(0, 0, ["space", 0]), ship(0, -1500, [null, 0])), gun(0), 1);
    expect(found).toMatchObject({ verdict: "passes", distance: 1500, where: "edge" });
    expect(found.entry.edge).toBe("front");
  });

  it("says what stopped the beam before the card", () => {
    const view = after(
      ship(0, -2000, ["ship", 1]),
      ship(0, -500, ["space", 0]),
      ship(0, 1000, [null, 0]),
      ship(400, 1000, [null, 0]),
    );
    expect(measure(view, gun(0), 2)).toMatchObject({
      verdict: "stopped",
      stopped: { met: "ship", target: 1, after: 600 },
    });
    expect(measure(view, gun(0), 3)).toMatchObject({
      verdict: "passes",
      distance: 100,
      stopped: { target: 1 },
    });
    expect(measure(view, gun(0), 1)).toMatchObject({ verdict: "struck", distance: 0 });
    expect(measure(view, gun(0), 0).verdict).toBe("own");
    expect(measure(view, gun(2), 3).verdict).toBe("unfired");
  });

  it("knows that a card was gone before the shot", () => {
    const wreck = ship(0, 1000, ["space", 0], { fate: "trophy", taker: 0, damage: [2, 0] });
    const late = ship(0, -1000, ["space", 0], { card: 1 });
    const killer = { ...ship(0, 2500, ["ship", 0]), pose: { x: 0, y: 2500, rot: 180 } };
    expect(goneAfter(after(wreck, late, killer), 0)).toBe(3);
    expect(measure(after(wreck, late, killer), gun(1), 0)).toMatchObject({ verdict: "gone", gone: 3 });
    const taken = ship(0, 1000, [null, 0], { fate: "hangar" });
    expect(measure(after(taken, late), gun(1), 0)).toMatchObject({ verdict: "gone", gone: 0 });
    expect(goneAfter(after(late), 0)).toBeNull();
  });

  it("is asked first for the card that was missed by least", () => {
    const view = after(ship(0, -1000, ["space", 0]), ship(900, 1000, [null, 0]), ship(334, 1000, [null, 0]));
    expect(nearMiss(view, gun(0))).toBe(2);
    expect(nearMiss(after(view.table[0]!), gun(0))).toBeNull();
  });

  it("believes the server where a line touches a corner by less than we can count", () => {
    const view = after(ship(0, -1000, ["space", 0]), ship(299.9999, 1000, [null, 0]));
    expect(measure(view, gun(0), 1).verdict).toBe("passes");
  });
});

describe("what is looked at", () => {
  it("has a name that is read as it was written", () => {
    expect(readLook(shotName({ ship: 3, laser: 1 }))).toEqual({
      gun: { ship: 3, laser: 1 },
      ruler: false,
      target: null,
    });
    expect(readLook(rulerName({ ship: 3, laser: 1 }, 7))).toMatchObject({ ruler: true, target: 7 });
    expect(readLook(rulerName({ ship: 3, laser: 1 }, null))).toMatchObject({ ruler: true, target: null });
    expect([readLook("ship:3"), readLook(null)]).toEqual([null, null]);
  });

  it("is gone with the cards of its round", () => {
    const view = after(ship(0, 0, ["space", 0]));
    expect(isThere(view, "shot:0.0")).toBe(true);
    expect(isThere(view, "ruler:0.0>4")).toBe(false);
    expect(isThere(view, "ship:1")).toBe(false);
    expect(isThere({ ...view, stage: "placing" }, "shot:0.0")).toBe(false);
    expect(isThere(view, "player:1")).toBe(true);
  });

  it("leaves the beams that belong to it", () => {
    const shots = proofsOf(after(ship(0, 0, ["space", 0]), ship(1000, 0, ["space", 0])));
    expect(tracesOf(shots, null)).toHaveLength(2);
    expect(tracesOf(shots, "ship:1")).toHaveLength(1);
    expect(tracesOf(shots, "ruler:0.0>")).toEqual([]);
  });
});
