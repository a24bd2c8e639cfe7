// What a field of a view is likely to be where its game says nothing: by its name and by what is in it.
import type { Drawn } from "../../protocol";

export type Row = Record<string, unknown>;

export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The name of a field without where it is: `hand` of `everybody.hand`. */
export const nameOf = (path: string): string => path.split(".").at(-1)!.replaceAll("[]", "");

const isPip = (value: unknown): boolean =>
  Number.isInteger(value) && 1 <= Number(value) && Number(value) <= 6;
const isCard = (value: unknown): boolean =>
  value === null || typeof value === "number" || typeof value === "string";

/** What a list is often called that has something of everybody. */
export const PEOPLE = ["others", "everybody", "seats", "people"];

/** Has it a part for each seat? As many numbers may be anything, unless they are called points. */
export const isBySeat = (value: unknown, players: number): boolean =>
  Array.isArray(value) && value.length === players && value.every(isRow);

const SCORES = ["score", "scores", "points", "total"];

/** Are these the points of every seat? */
export const areScores = (name: string, value: unknown, players: number): boolean =>
  SCORES.includes(name) &&
  Array.isArray(value) &&
  value.length === players &&
  value.every((one) => typeof one === "number");

/** How a field is drawn, as far as its name and its value tell. */
export function guessed(path: string, value: unknown): Drawn["kind"] {
  const name = nameOf(path);
  const many = Array.isArray(value) ? (value as readonly unknown[]) : null;
  const ofSeat = path.includes(".") || path.endsWith("[]");
  if (ofSeat && SCORES.includes(name) && typeof value === "number") return "score";
  if (["die", "dice", "roll", "rolls", "rolled"].includes(name) && (many ?? [value]).every(isPip))
    return "dice";
  if (name === "hand" && many?.every(isCard)) return "hand";
  if (name === "cards" && many?.every(isCard)) return "cards";
  return undefined;
}
