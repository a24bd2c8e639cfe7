// A photo laid to scale: two ends of a card set its size, one tap its place.
import { describe, expect, it } from "vitest";
import { centred, scaled, type Photo } from "./photo";

const photo: Photo = {
  source: "data:image/jpeg;,",
  ratio: 0.75,
  x: 100,
  y: -50,
  width: 6000,
  rot: 0,
  opacity: 0.7,
};

describe("two ends of a card", () => {
  it("make the distance between them that of a card", () => {
    const found = scaled(photo, { x: -200, y: 0 }, { x: 100, y: 400 }); // 500 apart, 900 wanted
    expect(found.width).toBe(10_800);
  });

  it("stay in the middle of where they were tapped", () => {
    const [a, b] = [
      { x: 1000, y: 500 },
      { x: 1000, y: -400 },
    ];
    expect(scaled(photo, a, b)).toEqual(photo); // they are 900 apart already
    const twice = scaled(photo, { x: 1000, y: 275 }, { x: 1000, y: -175 });
    expect([twice.x, twice.y]).toEqual([-800, -150]);
  });

  it("that are one point change nothing", () => {
    expect(scaled(photo, { x: 5, y: 5 }, { x: 5, y: 5 })).toBe(photo);
  });

  it("never make it larger than can be handled", () => {
    expect(scaled(photo, { x: 0, y: 0 }, { x: 2, y: 0 }).width).toBe(60_000);
  });
});

it("a tap brings that point of the photo to the middle of the table", () => {
  expect(centred(photo, { x: 300, y: 20 })).toMatchObject({ x: -200, y: -70 });
});
