// Numbers are read as people write them, and what is shown can be read again.
import { expect, test } from "vitest";
import { readNumber, within, writeNumber } from "./numbers";

test.each([
  ["12,5", 12.5],
  ["12.5", 12.5],
  [" -3 ", -3],
  ["−3,25", -3.25],
  ["+7", 7],
  [",5", 0.5],
  ["12,", 12],
])("%s is a number", (text, value) => {
  expect(readNumber(text)).toBe(value);
});

test.each(["", " ", "-", ",", "1,2,3", "1.2,3", "12 mm", "1e9", "Infinity", "0x10", "--1"])(
  "»%s« is none",
  (text) => expect(readNumber(text)).toBeNull(),
);

test.each([
  ["en", "-12345.5"],
  ["pl", "-12345,5"],
  ["cs", "-12345,5"],
])("in %s it is written %s, and read back", (language, text) => {
  expect(writeNumber(-12345.5, language)).toBe(text);
  expect(readNumber(text)).toBe(-12345.5);
});

test("what is out of bounds is brought to the nearest bound", () => {
  expect([-1, 2, 400].map((value) => within(value, 0, 300))).toEqual([0, 2, 300]);
});
