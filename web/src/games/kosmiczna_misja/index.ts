// Kosmiczna Misja in the browser: its table, words, scenes, prompt and figures.
import "./colours.css";
import type { KosmicznaMisjaView, Told } from "../../protocol";
import type { GameDrawing } from "../contract";
import Fitting from "./figures/Fitting.svelte";
import Helping from "./figures/Helping.svelte";
import Joining from "./figures/Joining.svelte";
import Quarters from "./figures/Quarters.svelte";
import { scenes, type Fx } from "./scenes";
import Table from "./Table.svelte";

type View = KosmicznaMisjaView;

/** What the viewer is asked to do, read from what is legal. */
function prompt(view: View, legal: readonly Told[]): { key: string; args?: Record<string, unknown> } | null {
  const may = new Set(legal.map((action) => action.id));
  const args = { roll: view.roll };
  if (may.has("skip")) return { key: may.has("discard") ? "prompt_blocked" : "prompt_skip", args };
  if (view.roll === null) return may.has("new") ? { key: "prompt_first" } : null;
  if (may.has("new")) return { key: may.has("add") ? "prompt_either" : "prompt_new", args };
  return may.has("add") ? { key: "prompt_add", args } : null;
}

function about({ id, args }: Told, view: View): string[] {
  const place = `place:${String(args.planet)}:${String(args.quadrant)}`;
  const places: Record<string, string[]> = {
    new: ["new", `tile:${String(args.tile)}`],
    add: [place, `tile:${String(args.tile)}`],
    discard: [place, "box"],
    skip: ["skip"],
  };
  return view.to_act.length > 0 ? (places[id] ?? []) : [];
}

export const drawing: GameDrawing<View, Fx> = {
  Table,
  words: {
    en: () => import("./words/en.json"),
    pl: () => import("./words/pl.json"),
    cs: () => import("./words/cs.json"),
  },
  prompt,
  scenes,
  about,
  figures: { "KM-8": Quarters, "KM-11": Joining, "KM-12": Helping, "KM-14": Fitting },
};
