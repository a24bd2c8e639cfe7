// Who shall play: what a game has the seats for, and what a touch on a seat changes.
import { expect, test } from "vitest";
import type { GameAbout } from "../protocol";
import { Seating } from "./seating.svelte";

const about = (low: number, high: number) => ({ id: "any", players: [low, high] }) as unknown as GameAbout;

test("two friends and a bot come first, where there are three seats", () => {
  expect(new Seating(about(3, 5)).others).toEqual([null, "casual"]);
  expect(new Seating(about(2, 4)).others).toEqual([null, "casual"]);
  const two = new Seating(about(2, 2));
  expect(two.others).toEqual(["casual"]);
  expect(two.presets).toEqual(["bots", "friends", "device"]);
});

test("a preset is chosen as long as the seats are as it says", () => {
  const seats = new Seating(about(3, 5));
  expect(seats.presets).toEqual(["friends_bot", "bots", "three", "device"]);
  seats.take("bots");
  expect([seats.preset, seats.people, seats.bots]).toEqual(["bots", 0, 2]);
  seats.set(0, "expert");
  expect(seats.preset).toBe("bots"); // another bot is still a bot
  seats.set(0, null);
  expect(seats.preset).toBe("friends_bot");
  seats.add();
  expect([seats.preset, seats.players, seats.others]).toEqual([null, 4, [null, "casual", null]]);
});

test("seats are added and taken away within what the game allows", () => {
  const seats = new Seating(about(3, 5));
  seats.take("bots");
  seats.resize(5);
  expect(seats.others).toEqual(["casual", "casual", "casual", "casual"]);
  seats.setLevel("strong");
  seats.resize(3);
  expect(seats.others).toEqual(["strong", "strong"]);
  seats.take("device");
  expect([seats.shared, seats.others]).toEqual([true, [null, null]]);
});
