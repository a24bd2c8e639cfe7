// Choosing in two steps: only what the server calls legal is done, everything else is asked about.
import { beforeEach, describe, expect, it } from "vitest";
import type { KosmicznaMisjaPlanetView } from "../../protocol";
import type { Actions, GameAction } from "./messages";
import { drawing } from ".";
import { Picking } from "./picking.svelte";
import { planet, table, tile } from "./sample";

const told = <Id extends keyof Actions>(id: Id, args: Partial<Actions[Id]> = {}) =>
  ({ id, args }) as unknown as GameAction;
const NEW = told("new", { tile: 41 });
const ADD = told("add", { tile: 42, planet: 0, quadrant: "ne" });
const DISCARD = told("discard", { planet: 0, quadrant: "nw" });

let done: GameAction[];
let asked: GameAction[];
beforeEach(() => {
  done = [];
  asked = [];
});

function pick(
  legal: GameAction[],
  planets: KosmicznaMisjaPlanetView[] = [planet([tile(1), null, null, null])],
): Picking {
  const view = table([planets, []]);
  return new Picking({
    view,
    legal,
    seat: 0,
    act: (action) => done.push(action),
    why: (action) => asked.push(action),
  });
}

describe("a tile and its place", () => {
  it("can be chosen with the tile first", () => {
    const picking = pick([NEW, ADD]);
    picking.fromBank(tile(42));
    picking.free(0, "ne");
    expect(done).toEqual([ADD]);
  });

  it("can be chosen with the place first", () => {
    const picking = pick([NEW, ADD]);
    picking.free(0, "ne");
    picking.fromBank(tile(42));
    expect(done).toEqual([ADD]);
  });

  it("may be a new planet, in either order", () => {
    const picking = pick([NEW, ADD]);
    picking.fromBank(tile(41));
    picking.fresh();
    picking.forget();
    picking.fresh();
    picking.fromBank(tile(41));
    expect(done).toEqual([NEW, NEW]);
  });

  it("is forgotten when the same tile is chosen again", () => {
    const picking = pick([NEW, ADD]);
    picking.fromBank(tile(42));
    picking.fromBank(tile(42));
    expect(picking.choice).toBeNull();
    expect(done).toEqual([]);
  });

  it("is asked about where it is not legal", () => {
    const picking = pick([NEW, ADD]);
    picking.fromBank(tile(41));
    picking.free(0, "ne");
    expect(asked).toEqual([told("add", { tile: 41, planet: 0, quadrant: "ne" })]);
  });

  it("is asked about at the first free place when the tile can be used nowhere", () => {
    pick([ADD]).fromBank(tile(43));
    expect(asked).toEqual([told("add", { tile: 43, planet: 0, quadrant: "ne" })]);
  });
});

describe("an own tile and the box", () => {
  it("takes two steps", () => {
    const picking = pick([DISCARD, told("skip")]);
    picking.box();
    expect(asked).toEqual([]);
    picking.taken(0, "nw");
    picking.box();
    expect(done).toEqual([DISCARD]);
  });

  it("is asked about while a tile has to be taken", () => {
    const picking = pick([NEW]);
    picking.taken(0, "nw");
    picking.box();
    expect(asked).toEqual([DISCARD, DISCARD]);
  });
});

describe("the prompt", () => {
  const key = (legal: GameAction[], roll: number | null) =>
    drawing.prompt!({ ...table([[]]), roll }, legal)?.key;

  it("says what is legal", () => {
    expect(key([NEW], null)).toBe("prompt_first");
    expect(key([NEW], 3)).toBe("prompt_new");
    expect(key([ADD], 3)).toBe("prompt_add");
    expect(key([NEW, ADD], 3)).toBe("prompt_either");
    expect(key([DISCARD, told("skip")], 3)).toBe("prompt_blocked");
    expect(key([told("skip")], 3)).toBe("prompt_skip");
  });

  it("lights up what an action is about", () => {
    expect(drawing.about!(ADD, table([[]]))).toEqual(["place:0:ne", "tile:42"]);
    expect(drawing.about!(DISCARD, table([[]]))).toEqual(["place:0:nw", "box"]);
  });
});

describe("every click is followed by what is asked next", () => {
  const steps = (picking: Picking) => [
    picking.step?.prompt.key,
    [NEW, ADD, DISCARD].filter((one) => picking.step?.among(one)),
  ];

  it("asks for a place after a tile, and for a tile after a place", () => {
    const picking = pick([NEW, ADD]);
    expect(picking.step).toBeNull();
    picking.fromBank(tile(42));
    expect(steps(picking)).toEqual(["prompt_place", [ADD]]);
    picking.forget();
    picking.free(0, "ne");
    expect(steps(picking)).toEqual(["prompt_tile", [ADD]]);
    picking.forget();
    picking.fresh();
    expect(steps(picking)).toEqual(["prompt_tile", [NEW]]);
  });

  it("names the box when an own tile was lifted, and takes it back", () => {
    const picking = pick([DISCARD]);
    picking.taken(0, "nw");
    expect(steps(picking)).toEqual(["prompt_box", [DISCARD]]);
    picking.step?.back();
    expect(picking.step).toBeNull();
  });
});
