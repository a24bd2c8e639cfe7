// Kosmiczna Misja in the browser: its table, words, scenes, prompt and figures.
import "./colours.css";
import type { KosmicznaMisjaView } from "../../protocol";
import type { GameDrawing } from "../contract";
import type { GameAction, GameEvent } from "./messages";
import Fitting from "./figures/Fitting.svelte";
import Helping from "./figures/Helping.svelte";
import Joining from "./figures/Joining.svelte";
import Quarters from "./figures/Quarters.svelte";
import { scenes, type Fx } from "./scenes";
import Table from "./Table.svelte";

type View = KosmicznaMisjaView;

/** What the viewer is asked to do, read from what is legal. */
function prompt(
  view: View,
  legal: readonly GameAction[],
): { key: string; args?: Record<string, unknown> } | null {
  const may = new Set(legal.map((action) => action.id));
  const args = { roll: view.roll };
  if (may.has("skip")) return { key: may.has("discard") ? "prompt_blocked" : "prompt_skip", args };
  if (view.roll === null) return may.has("new") ? { key: "prompt_first" } : null;
  if (may.has("new")) return { key: may.has("add") ? "prompt_either" : "prompt_new", args };
  return may.has("add") ? { key: "prompt_add", args } : null;
}

function about(action: GameAction, view: View): string[] {
  return view.to_act.length > 0 ? places(action) : [];
}

function places({ id, args }: GameAction): string[] {
  if (id === "skip") return ["skip"];
  if (id === "new") return ["new", `tile:${args.tile}`];
  const place = `place:${args.planet}:${args.quadrant}`;
  return id === "add" ? [place, `tile:${args.tile}`] : [place, "box"];
}

const counts = (view: View, seat: number) => ({ points: view.everybody[seat]!.score });

function where({ id, args }: GameEvent): string[] {
  if (id === "rolled") return ["die"];
  if (id === "refilled") return [`tile:${args.tile}`];
  if ("planet" in args) return [`planet:${args.seat}:${args.planet}`];
  return "seat" in args ? [`seat:${args.seat}`] : [];
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
  // a signal from a station
  tune: {
    wave: "sine",
    tones: [
      [440, 0, 0.3],
      [659, 0.28, 0.3],
      [554, 0.56, 0.3],
      [880, 0.84, 0.6],
      [659, 0.84, 0.6],
    ],
  },
  figures: { "KM-8": Quarters, "KM-11": Joining, "KM-12": Helping, "KM-14": Fitting },
};
