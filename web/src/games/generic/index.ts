// The table of any game without a drawing of its own, and of those who like lists: made from its view, its words and what it says of its fields.
import type { GameDrawing } from "../contract";
import Table from "./Table.svelte";

export const drawing: GameDrawing = {
  Table,
  asksForFields: true,
  words: {
    en: () => import("./words/en.json"),
    pl: () => import("./words/pl.json"),
    cs: () => import("./words/cs.json"),
  },
};
