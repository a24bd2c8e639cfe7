// A game without a drawing of its own: its view as nested lists and its legal actions as buttons.
import type { GameDrawing } from "../contract";
import Table from "./Table.svelte";

export const drawing: GameDrawing = {
  Table,
  words: {
    en: () => import("./words/en.json"),
    pl: () => import("./words/pl.json"),
    cs: () => import("./words/cs.json"),
  },
};
