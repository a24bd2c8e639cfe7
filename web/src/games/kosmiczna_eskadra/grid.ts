// Places on the table by squares: columns A to J from the left, rows 1 to 10 from the top, and millimetres within.
import { readNumber } from "../../words/numbers";
import type { Point } from "./geometry";

export const SQUARES = 10; // each way
type Size = readonly [number, number];

interface Square {
  /** such as C4 */
  name: string;
  /** tenths of a millimetre from its middle */
  right: number;
  up: number;
}

const letter = (column: number) => String.fromCharCode(65 + column);
const middle = (i: number, side: number) => Math.round(((i + 0.5) / SQUARES - 0.5) * side);

/** The square in which a place lies; places beside the table belong to the nearest one. */
export function squareOf({ x, y }: Point, [width, height]: Size): Square {
  const index = (value: number, side: number) =>
    Math.max(0, Math.min(SQUARES - 1, Math.floor((value / side + 0.5) * SQUARES)));
  const [column, row] = [index(x, width), index(-y, height)];
  return {
    name: `${letter(column)}${row + 1}`,
    right: x - middle(column, width),
    up: y + middle(row, height),
  };
}

const NUMBER = /([+-]?\d+(?:[.,]\d)?)/.source;
const NEXT = /(?:[\s;]+|,\s+|(?=[+-]))/.source; // a comma alone is one of a number
const WRITTEN = new RegExp(`^\\s*([a-j])\\s*(10|[1-9])(?:${NEXT}${NUMBER}${NEXT}${NUMBER})?\\s*$`, "i");

/** The place that somebody wrote: C4, or C4 +12 -3.5 for so many millimetres right of its middle and up; null: none. */
export function placeOf(text: string, [width, height]: Size): Point | null {
  const found = WRITTEN.exec(text.replaceAll("−", "-"));
  if (!found) return null;
  const tenths = (part = "0") => Math.round(10 * readNumber(part)!);
  const [column, row] = [found[1]!.toUpperCase().charCodeAt(0) - 65, Number(found[2]) - 1];
  return {
    x: middle(column, width) + tenths(found[3]),
    y: -middle(row, height) + tenths(found[4]),
  };
}
