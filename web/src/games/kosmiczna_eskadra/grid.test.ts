// Squares of the table: every place has one, and what is written is found again.
import { expect, test } from "vitest";
import { placeOf, squareOf } from "./grid";

const TABLE = [6000, 6000] as const;

test("A1 is at the upper left, J10 at the lower right", () => {
  expect(placeOf("A1", TABLE)).toEqual({ x: -2700, y: 2700 });
  expect(placeOf("j10", TABLE)).toEqual({ x: 2700, y: -2700 });
});

test("millimetres are counted from the middle of the square, to the right and up", () => {
  expect(placeOf("E5 +12 -3.5", TABLE)).toEqual({ x: -300 + 120, y: 300 - 35 });
  expect(placeOf("E5 0,5 2", TABLE)).toEqual({ x: -300 + 5, y: 300 + 20 });
});

test("what is no square is none", () => {
  for (const text of ["", "K1", "A0", "A11", "5E", "A1 5", "A1 x y", "A1 2 3 4"])
    expect(placeOf(text, TABLE)).toBeNull();
});

test("a place is found again by its square", () => {
  for (const place of [
    { x: 0, y: 0 },
    { x: -3000, y: 3000 },
    { x: 2999, y: -1 },
    { x: -1234, y: 777 },
  ]) {
    const { name, right, up } = squareOf(place, TABLE);
    const written = `${name} ${right / 10} ${up / 10}`;
    expect(placeOf(written, TABLE)).toEqual(place);
    expect(Math.abs(right)).toBeLessThanOrEqual(300);
    expect(Math.abs(up)).toBeLessThanOrEqual(300);
  }
});

test("tables of other sizes have as many squares", () => {
  expect(squareOf({ x: 4499, y: -4499 }, [9000, 9000]).name).toBe("J10");
  expect(placeOf("A1", [9000, 5000])).toEqual({ x: -4050, y: 2250 });
});

test("one number is no place, however long it is", () => {
  for (const text of ["C4 12", "C4 -12", "C4 12.5", "C4 12,5", "C412", "A10 5", "A105"])
    expect(placeOf(text, TABLE)).toBeNull();
});

test("two numbers are told apart by a sign, a space, a semicolon, or a comma with a space", () => {
  const place = { x: -1500 + 120, y: 900 - 30 };
  for (const text of ["C4 12 -3", "C4+12-3", "c4 +12;-3", "C4, 12, -3", "C4 12 −3"])
    expect(placeOf(text, TABLE)).toEqual(place);
});
