import { describe, expect, it } from "vitest";
import type { SeatState } from "../protocol";
import { around, canBegin, waitingFor, withoutFree } from "./waiting";

const empty: SeatState = {
  name: null,
  colour: "red",
  bot: null,
  person: false,
  ready: false,
  reserved: null,
  aided: false,
  promise: null,
  revealed: false,
  host: false,
  took_over: null,
};
const host = { ...empty, name: "Ada", person: true, host: true };
const guest = { ...empty, name: "Bob", person: true };
const bot = { ...empty, bot: "casual", ready: true };

describe("what a table waits for", () => {
  it("is every seat that is free or kept, and every guest who has not agreed", () => {
    const kept = { ...empty, reserved: "Ola" };
    expect(waitingFor([host, guest, empty, kept, bot])).toEqual({ free: [2], kept: [3], unready: [1] });
  });

  it("is nothing when bots have the rest and guests are ready: the host agrees by beginning", () => {
    expect(canBegin(waitingFor([host, { ...guest, ready: true }, bot]))).toBe(true);
    expect(canBegin(waitingFor([host, guest, bot]))).toBe(false);
  });

  it("may be mended by fewer seats, where the game can be played so", () => {
    expect(withoutFree([host, guest, empty], 2)).toBe(2);
    expect(withoutFree([host, guest, empty], 3)).toBe(null);
    expect(withoutFree([host, guest], 2)).toBe(null);
  });
});

describe("who sits where", () => {
  it("is seen from one's own seat, which is in front, and goes round from there", () => {
    expect(around(3, 1)).toEqual(["right", "front", "left"]);
    expect(around(4, null)).toEqual(["front", "left", "back", "right"]);
    expect(new Set(around(5, 3)).size).toBe(5);
  });
});
