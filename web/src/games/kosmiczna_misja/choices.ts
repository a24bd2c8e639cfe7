// What the viewer has chosen so far, and what of it is legal: looked up in the actions the server sent, never worked out.
import type { GameAction } from "./messages";
import type { Quadrant } from "./shapes";

/** The first half of a choice: a tile of the bank, a place for one, or an own tile for the box. */
export type Choice =
  | { kind: "tile"; tile: number }
  | { kind: "place"; planet: number; quadrant: Quadrant }
  | { kind: "new" }
  | { kind: "lift"; planet: number; quadrant: Quadrant };

type Legal = readonly GameAction[];

export function findNew(legal: Legal, tile: number | null = null): GameAction | null {
  return legal.find(({ id, args }) => id === "new" && (tile === null || args.tile === tile)) ?? null;
}

export function findAdd(
  legal: Legal,
  tile: number | null,
  planet: number,
  quadrant: Quadrant,
): GameAction | null {
  return (
    legal.find(
      ({ id, args }) =>
        id === "add" &&
        (tile === null || args.tile === tile) &&
        args.planet === planet &&
        args.quadrant === quadrant,
    ) ?? null
  );
}

export function findDiscard(legal: Legal, planet: number, quadrant: Quadrant): GameAction | null {
  return (
    legal.find(({ id, args }) => id === "discard" && args.planet === planet && args.quadrant === quadrant) ??
    null
  );
}

export function findSkip(legal: Legal): GameAction | null {
  return legal.find(({ id }) => id === "skip") ?? null;
}

/** What choosing this tile of the bank would do, or could lead to, after what has been chosen. */
export function useOf(legal: Legal, tile: number, choice: Choice | null): GameAction | null {
  if (choice?.kind === "place") return findAdd(legal, tile, choice.planet, choice.quadrant);
  if (choice?.kind === "new") return findNew(legal, tile);
  return legal.find(({ id, args }) => (id === "new" || id === "add") && args.tile === tile) ?? null;
}

/** Whether an action may come of what has been chosen. */
export function fits(choice: Choice, { id, args }: GameAction): boolean {
  if (choice.kind === "tile") return (id === "new" || id === "add") && args.tile === choice.tile;
  if (choice.kind === "new") return id === "new";
  const wanted = choice.kind === "lift" ? "discard" : "add";
  return id === wanted && args.planet === choice.planet && args.quadrant === choice.quadrant;
}

export function isChosen(choice: Choice | null, planet: number, quadrant: Quadrant): boolean {
  return (
    (choice?.kind === "place" || choice?.kind === "lift") &&
    choice.planet === planet &&
    choice.quadrant === quadrant
  );
}
