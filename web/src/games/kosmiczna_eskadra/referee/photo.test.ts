// A photo laid to scale: two ends of a card set its size, one tap its place.
import { afterEach, describe, expect, it, vi } from "vitest";
import { centred, keepPhoto, keptPhoto, scaled, type Photo } from "./photo";

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

describe("a photo is kept in the browser", () => {
  /** Room for so many letters. */
  function storage(room: number): void {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => void kept.delete(key),
      setItem(key: string, value: string) {
        const others = [...kept].filter(([name]) => name !== key).map(([, text]) => text.length);
        if (others.reduce((sum, length) => sum + length, value.length) > room) throw new Error("full");
        kept.set(key, value);
      },
    });
  }
  afterEach(() => vi.unstubAllGlobals());
  const other = { ...photo, source: `data:image/png;,${"x".repeat(500)}`, ratio: 4 };

  it("until there is another one, or none", () => {
    storage(2000);
    expect([keepPhoto(photo, true), keptPhoto()]).toEqual([true, photo]);
    expect([keepPhoto({ ...photo, x: 7 }, false), keptPhoto()]).toEqual([true, { ...photo, x: 7 }]);
    expect([keepPhoto(other, true), keptPhoto()]).toEqual([true, other]);
    expect([keepPhoto(null, true), keptPhoto()]).toEqual([true, null]);
  });

  it.each([300, 540])("and the old one does not come back in the place of one without room: %i", (room) => {
    storage(room); // for no picture, or for the picture but not for its place
    keepPhoto(photo, true);
    expect(keepPhoto(other, true)).toBe(false);
    keepPhoto({ ...other, opacity: 0.5 }, false);
    expect(keptPhoto()).toBeNull();
  });
});
