// Kosmiczna Eskadra in the browser: its table, its words, what is asked, how moves are shown.
import "./colours.css";
import type { GameDrawing } from "../contract";
import type { GameAction, GameEvent } from "./messages";
import type { KosmicznaEskadraView as View } from "../../protocol";
import { figures } from "./figures";
import { isRace, isUrgent } from "./race.svelte";
import { scenes, type Fx } from "./scenes";
import Table from "./Table.svelte";

function prompt(
  view: View,
  legal: readonly GameAction[],
): { key: string; args?: Record<string, unknown> } | null {
  const may = (id: string) => legal.some((action) => action.id === id);
  if (may("draw")) return { key: isRace(view) ? "prompt.race_draw" : "prompt.draw" };
  if (may("drop")) return { key: "prompt.drop" };
  if (may("keep")) return { key: "prompt.keep" };
  const held = view.held === null ? undefined : view.squadron[view.held];
  if (!held || !may("release_somewhere")) return null;
  const [race, calm] = withMouse()
    ? ["prompt.race_place_mouse", "prompt.place_mouse"]
    : ["prompt.race_place", "prompt.place"];
  return { key: isRace(view) ? race : calm, args: { ship: held.name } };
}

/** Only whoever has a wheel and keys is told of them. */
const withMouse = () => matchMedia("(hover: hover) and (pointer: fine)").matches;

function about(action: GameAction): string[] {
  switch (action.id) {
    case "release":
    case "hold": {
      const { x, y, rot } = action.args;
      return ["held", `place:${x},${y},${rot}`];
    }
    case "draw":
      return ["pack"];
    case "drop":
    case "keep":
      return [action.id];
    default:
      return ["held", "lay"];
  }
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
  isUrgent,
  about,
  // lasers, and a march
  tune: {
    wave: "square",
    tones: [
      [880, 0, 0.06],
      [740, 0.06, 0.06],
      [880, 0.2, 0.06],
      [740, 0.26, 0.06],
      [392, 0.42, 0.16],
      [392, 0.6, 0.08],
      [523, 0.7, 0.25],
      [659, 0.96, 0.5],
    ],
  },
  figures,
};
