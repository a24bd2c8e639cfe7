// What the referee says in words: by speed step, each with its rules.
import { describe, expect, it } from "vitest";
import words from "../../../../../src/kosmoport/games/kosmiczna_eskadra/words/en.json";
import type { Speaker } from "../../contract";
import type { KosmicznaEskadraView as View, Told } from "../../../protocol";
import { accountOf, RULES } from "./account";

const say = {
  event: (told: Told) => told.id,
  ui: (key: string) => key,
  name: String,
  term: String,
} as unknown as Speaker;
const lasers = [{ x: 0, y: 450, dx: 0, dy: 1, power: 3 }];
const after = {
  squadron: [{ name: "Duch", speed: 4, hull: 3, lasers, shields: [] }],
  card_size: [600, 900],
  table_size: [6000, 6000],
  asteroids: [],
  table: [
    { owner: 0, card: 0, pose: { x: 0, y: 0, rot: 0 }, struck: [{ what: "ship", number: 1 }] },
    { owner: 1, card: 0, pose: { x: 0, y: 2000, rot: 0 }, struck: [{ what: "space", number: 0 }] },
  ],
} as unknown as View;
const told = (id: string, args: Record<string, unknown> = {}): Told => ({ id, args });

describe("the account", () => {
  const steps = accountOf(
    {
      told: [
        told("illegal_off", { number: 1 }),
        told("speed_step", { speed: 4 }),
        told("fired_ship", { number: 0, laser: 0 }),
        told("fired_space", { number: 1, laser: 0 }),
        told("mined", { number: 0, laser: 0, n: 3 }),
        told("mined", { number: 0, laser: 0, n: 1 }),
        told("speed_step", { speed: 7 }),
        told("scored", { seat: 0, n: 3 }),
      ],
      after,
    },
    say,
  );

  it("has what was checked before the first shot, and every step in which something happened", () => {
    expect(steps.map((step) => step.speed)).toEqual([null, 4]);
  });

  it("names the rules behind each event, and the shortage only where there was one", () => {
    expect(steps[1]!.entries.map((entry) => entry.rules)).toEqual([
      ["KE-13", "KE-15"],
      ["KE-13"],
      ["KE-14"],
      ["KE-14", "KE-23"],
    ]);
  });

  it("leaves out nothing that a shoot-out can tell", () => {
    const battle = /^(illegal|fired|mined|ore_lost|seized|exploded|asteroid_gone)/;
    expect(Object.keys(RULES).toSorted()).toEqual(
      Object.keys(words.event)
        .filter((id) => battle.test(id))
        .toSorted(),
    );
  });
});
