// Kosmiczni Piraci: how the game is drawn, and how its moves are shown.
import "./colours.css";
import type { GameDrawing } from "../contract";
import type { GameAction, GameEvent } from "./messages";
import Ring from "./figures/Ring.svelte";
import Settled from "./figures/Settled.svelte";
import Ships from "./figures/Ships.svelte";
import Trap from "./figures/Trap.svelte";
import Turning from "./figures/Turning.svelte";
import { cardName } from "./reading";
import { kindOf, scenes, type Fx, type View } from "./scenes";
import Table from "./Table.svelte";

function prompt(view: View, legal: readonly GameAction[]) {
  if (legal.some((one) => one.id === "lay")) return { key: "prompt.lay" };
  if (legal.some((one) => one.id === "take")) return { key: "prompt.take", args: { planet: view.settling } };
  return null;
}

function about(action: GameAction, view: View): string[] {
  if (action.id === "take")
    return [`planet:${view.settling}`, `treasure:${kindOf(view, action.args.treasure)}`];
  const slot = view.hand.find((one) => cardName(view, one) === action.args.card);
  return [`planet:${action.args.planet}`, ...(slot === undefined ? [] : [`card:${slot}`])];
}

function counts(view: View, seat: number) {
  const { hand_size: cards, lost, score: points } = view.everybody[seat]!;
  return view.stage === "laying" ? { cards, lost: lost.length } : { points };
}

/** Where something happened: the planet that the event names, or the one a ship sails to. */
function where({ id, args }: GameEvent): string[] {
  if (id === "ship_moved") return [args.ship, `planet:${args.to}`];
  return "planet" in args ? [`planet:${args.planet}`] : [];
}

export const drawing: GameDrawing<View, Fx, GameEvent, GameAction> = {
  Table,
  start: ["start.goal", "start.way", "start.end", "start.first"],
  words: {
    en: () => import("./words/en.json"),
    pl: () => import("./words/pl.json"),
    cs: () => import("./words/cs.json"),
  },
  prompt,
  scenes,
  about,
  where,
  counts,
  // gems, each brighter than the last
  tune: {
    wave: "triangle",
    tones: [
      [523, 0, 0.2],
      [659, 0.14, 0.2],
      [784, 0.28, 0.2],
      [1047, 0.42, 0.2],
      [1319, 0.56, 0.25],
      [1047, 0.84, 0.3],
      [1568, 0.98, 0.5],
    ],
  },
  figures: { "KP-5": Ring, "KP-13": Turning, "KP-17": Trap, "KP-21": Ships, "KP-33": Settled },
};
