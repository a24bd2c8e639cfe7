// What the viewer may do with which unit, ship and piece of loot: looked up in the legal actions, never judged here.
import type { PiraciShipView, PiraciView } from "../../protocol";
import type { ToldAs } from "../contract";
import type { Actions, GameAction } from "./messages";
import { ownerOf, PIRATES } from "./layout";

/** The colours by which actions name the discs of each seat, whatever colour the seat is drawn in. */
export const COLOURS = ["red", "blue", "yellow", "black", "green"] as const;

export const LOOT = ["chest", "rum", "candelabrum", "dagger"] as const;
export type Loot = (typeof LOOT)[number];
export type Boarding = ToldAs<{ board: Actions["board"] }>;

/** What has been chosen so far: an own unit, or first what it shall go for. */
export type Pick = { unit: number } | { target: number } | { ship: number };

interface Choices {
  /** own units that can do something */
  units: ReadonlySet<number>;
  /** units that can be covered, and ships that can be boarded, with each own unit */
  moves: ReadonlyMap<string, GameAction>;
  boardings: ReadonlyMap<string, readonly Boarding[]>;
  mutiny: GameAction | null;
  decline: GameAction | null;
}

const key = (unit: number, goal: number) => `${unit}>${goal}`;
const named = (view: PiraciView, disc: number) => ({
  colour: COLOURS[ownerOf(disc)]!,
  disc: view.discs[disc]!,
});

/** A unit's name among the things that can be pointed at. */
export const unitName = (view: PiraciView, disc: number): string =>
  `unit:${COLOURS[ownerOf(disc)]}:${view.discs[disc]}`;

export function moveAction(view: PiraciView, unit: number, target: number): GameAction {
  const onto = named(view, target);
  return { id: "move", args: { ...named(view, unit), target_colour: onto.colour, target: onto.disc } };
}

export function boardAction(view: PiraciView, unit: number, ship: PiraciShipView, loot: Loot): GameAction {
  return { id: "board", args: { ...named(view, unit), ship: ship.id, loot } };
}

/** The disc that an action names. */
export function discOf(view: PiraciView, colour: unknown, name: unknown): number {
  const seat = COLOURS.findIndex((one) => one === colour);
  const first = seat * PIRATES;
  return first + view.discs.slice(first, first + PIRATES).findIndex((one) => one === name);
}

export function choicesOf(view: PiraciView, legal: readonly GameAction[]): Choices {
  const units = new Set<number>();
  const moves = new Map<string, GameAction>();
  const boardings = new Map<string, Boarding[]>();
  for (const action of legal) {
    if (action.id !== "move" && action.id !== "board") continue;
    const unit = discOf(view, action.args.colour, action.args.disc);
    units.add(unit);
    if (action.id === "move")
      moves.set(key(unit, discOf(view, action.args.target_colour, action.args.target)), action);
    else {
      const at = key(unit, cardOf(view, action.args.ship));
      boardings.set(at, [...(boardings.get(at) ?? []), action]);
    }
  }
  const of = (id: string) => legal.find((action) => action.id === id) ?? null;
  return { units, moves, boardings, mutiny: of("mutiny"), decline: of("decline") };
}

/** Which of the cards has this number printed on it. */
function cardOf(view: PiraciView, ship: unknown): number {
  return view.ships.findIndex((one) => one.id === ship);
}

/** The ways of going for a unit or a ship with an own unit. */
export function moveOf(choices: Choices, unit: number, target: number): GameAction | null {
  return choices.moves.get(key(unit, target)) ?? null;
}
export function boardingsOf(choices: Choices, unit: number, card: number): readonly Boarding[] {
  return choices.boardings.get(key(unit, card)) ?? [];
}

/** Own units that can go for what was chosen first. */
export function unitsFor(choices: Choices, pick: Pick): ReadonlySet<number> {
  if ("unit" in pick) return choices.units;
  return new Set(
    [...choices.units].filter((unit) =>
      "target" in pick
        ? moveOf(choices, unit, pick.target) !== null
        : boardingsOf(choices, unit, pick.ship).length > 0,
    ),
  );
}
