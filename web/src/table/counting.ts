// How a result is drawn: a bar for each seat, in parts that grow one category after another; places; who has won.
import type { Result } from "../protocol";

/** What a seat gets for one category: from where to where its bar goes; backwards where points are lost. */
export interface Part {
  /** which of the categories */
  category: number;
  from: number;
  to: number;
}

export interface Bar {
  seat: number;
  /** shared by those who are equal in everything */
  place: number;
  score: number;
  parts: readonly Part[];
}

export interface Drawn {
  /** steps of the count in which points are given; null: points that the count does not explain */
  categories: readonly (number | null)[];
  /** steps that only say something, such as what broke a tie */
  notes: readonly number[];
  /** by seat */
  bars: readonly Bar[];
  /** where all bars lie between */
  low: number;
  high: number;
}

export function drawn(result: Result): Drawn {
  const steps = result.count.map((step, i) => ({ i, points: step.points }));
  const given = steps.filter(({ points }) => points.some((n) => n !== null && n !== 0)).map(({ i }) => i);
  const rest = result.scores.map((score, seat) => score - sum(given.map((i) => pointsOf(result, i, seat))));
  const categories: (number | null)[] = rest.some((n) => n !== 0) ? [...given, null] : given;
  const bars = result.scores.map((score, seat) => {
    let at = 0;
    const parts = categories.flatMap((step, category) => {
      const points = step === null ? rest[seat]! : pointsOf(result, step, seat);
      const part = { category, from: at, to: at + points };
      at = part.to;
      return points === 0 ? [] : [part];
    });
    return { seat, place: placeOf(result, seat), score, parts };
  });
  const ends = bars.flatMap((bar) => bar.parts.map((part) => part.to));
  return {
    categories,
    notes: steps.filter(({ points }) => points.every((n) => n === null)).map(({ i }) => i),
    bars,
    low: Math.min(0, ...ends),
    high: Math.max(1, ...ends),
  };
}

/** What a bar has come to when so many categories have been counted. */
export function countedSoFar(bar: Bar, categories: number): number {
  return bar.parts.findLast((part) => part.category < categories)?.to ?? 0;
}

/** The winner is first; what is equal in points and in the win has the same place. */
export function placeOf({ scores, returns }: Pick<Result, "scores" | "returns">, seat: number): number {
  const better = (other: number) =>
    returns[other]! > returns[seat]! || (returns[other] === returns[seat] && scores[other]! > scores[seat]!);
  return 1 + scores.filter((_, other) => better(other)).length;
}

export function winnersOf({ returns }: Pick<Result, "returns">): number[] {
  return returns.flatMap((share, seat) => (share > 0 ? [seat] : []));
}

/** The seats, best first. */
export function ranked(bars: readonly Bar[]): Bar[] {
  return bars.toSorted((a, b) => a.place - b.place || a.seat - b.seat);
}

function pointsOf(result: Result, step: number, seat: number): number {
  return result.count[step]!.points[seat] ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
