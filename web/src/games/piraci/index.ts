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

export const drawing: GameDrawing<PiraciView, Fx, GameEvent, GameAction> = {
  Table,
  words: {
    en: () => import("./words/en.json"),
    pl: () => import("./words/pl.json"),
    cs: () => import("./words/cs.json"),
  },
  prompt,
  scenes,
  about,
  figures: {
    "PI-2": ShipFigure,
    "PI-3": LootFigure,
    "PI-10": MoveFigure,
    "PI-18": BoardingFigure,
    "PI-22": MutinyFigure,
  },
};
