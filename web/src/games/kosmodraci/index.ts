// Kosmodraci as it is drawn: the table, its words, its motion, and pictures for its rules.
import "./colours.css";
import type { KosmodraciView } from "../../protocol";
import type { GameDrawing } from "../contract";
import type { GameAction, GameEvent } from "./messages";
import CardFigure from "./figures/CardFigure.svelte";
import ScoreFigure from "./figures/ScoreFigure.svelte";
import ShipFigure from "./figures/ShipFigure.svelte";
import TargetFigure from "./figures/TargetFigure.svelte";
import { scenes, type Fx } from "./scenes";
import Table from "./Table.svelte";

/** What the cards are worth so far, and what the scoring cards would add. */
function counts(view: KosmodraciView, seat: number) {
  const { hand_size: cards, own, awards } = view.everybody[seat]!;
  const added = Object.values(awards).reduce((sum, one) => sum + one, 0);
  return { cards, points: view.stage === "draft" ? null : own + added };
}

function where({ id, args }: GameEvent): string[] {
  if (id === "turned_up") return ["dragon"];
  return "seat" in args ? [`ship:${args.seat}`] : [];
}

export const drawing: GameDrawing<KosmodraciView, Fx, GameEvent, GameAction> = {
  Table,
  start: ["start.goal", "start.way", "start.end", "start.first"],
  words: {
    en: () => import("./words/en.json"),
    pl: () => import("./words/pl.json"),
    cs: () => import("./words/cs.json"),
  },
  prompt: (view) => {
    const place = { trick: view.trick + 1, tricks: view.tricks };
    if (view.stage === "draft") return { key: "prompt_pick" };
    return view.acted.length === 0
      ? { key: "prompt_lead", args: place }
      : { key: "prompt_follow", args: place };
  },
  scenes,
  about: (action) => [`card:${String(action.args.card)}`],
  where,
  counts,
  // a slow fanfare over a low growl
  tune: {
    wave: "sawtooth",
    tones: [
      [98, 0, 0.7],
      [196, 0, 0.25],
      [294, 0.25, 0.25],
      [392, 0.5, 0.4],
      [123, 0.75, 0.75],
      [494, 0.9, 0.6],
      [392, 0.9, 0.6],
    ],
  },
  figures: { "KD-1": CardFigure, "KD-14": ShipFigure, "KD-16": TargetFigure, "KD-20": ScoreFigure },
};
