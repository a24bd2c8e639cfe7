// Piraci as it is drawn: a sea chart at night, planks with pirates on them, ships in sight.
import "./colours.css";
import type { PiraciView } from "../../protocol";
import type { GameDrawing } from "../contract";
import type { GameAction, GameEvent } from "./messages";
import { about, prompt } from "./prompt";
import BoardingFigure from "./figures/Boarding.svelte";
import LootFigure from "./figures/LootValues.svelte";
import MoveFigure from "./figures/Move.svelte";
import MutinyFigure from "./figures/Mutiny.svelte";
import ShipFigure from "./figures/ShipCard.svelte";
import { scenes, type Fx } from "./scenes";
import Table from "./Table.svelte";

/** Ducats, and what the loot is worth as things stand. */
function counts(view: PiraciView, seat: number) {
  const { money, bonus } = view.everybody[seat]!;
  return { points: money + bonus.reduce((sum, one) => sum + one, 0) };
}

function where({ id, args }: GameEvent): string[] {
  if (id === "boarded" || id === "ship_turned" || id === "ship_discarded") return [`ship:${args.ship}`];
  return "seat" in args ? [`plank:${args.seat}`] : [];
}

export const drawing: GameDrawing<PiraciView, Fx, GameEvent, GameAction> = {
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
  // a hornpipe
  tune: {
    wave: "triangle",
    tones: [
      [392, 0, 0.12],
      [494, 0.12, 0.12],
      [587, 0.24, 0.12],
      [784, 0.36, 0.24],
      [659, 0.6, 0.12],
      [587, 0.72, 0.12],
      [659, 0.84, 0.12],
      [784, 0.96, 0.5],
    ],
  },
  figures: {
    "PI-2": ShipFigure,
    "PI-3": LootFigure,
    "PI-10": MoveFigure,
    "PI-18": BoardingFigure,
    "PI-22": MutinyFigure,
  },
};
