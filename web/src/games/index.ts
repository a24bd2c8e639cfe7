// Every game that has a folder here, found by its name; others are drawn by the generic table.
import type { Component } from "svelte";
import { settings } from "../shell/settings.svelte";
import type { Rules } from "../words/version";
import type { BoxDrawing, GameCard, GameDrawing, Recorded } from "./contract";

const DRAWINGS = import.meta.glob<GameDrawing>("./*/index.ts", { import: "drawing" });
const CARDS = import.meta.glob<GameCard>("./*/card.json", { import: "default", eager: true });
const EMBLEMS = import.meta.glob<Component>("./*/art/Emblem.svelte", { import: "default", eager: true });
const BOXES = import.meta.glob<BoxDrawing>("./*/Box.svelte", { import: "default" });
const RECORDED = import.meta.glob<Recorded>("./*/recorded.json", { import: "default" });
const PAGES = import.meta.glob<Component<{ game: string }>>("./*/*/Page.svelte", { import: "default" });

/** How a game is drawn, loaded when it is first needed; plainly where no drawing knows these rules, or none is wanted. */
export async function drawingOf(
  game: string,
  rules: Rules = null,
  plain = settings.plain,
): Promise<GameDrawing> {
  const known = rules === null || cardOf(game)?.draws.includes(rules);
  const drawn = plain || !known ? undefined : DRAWINGS[`./${game}/index.ts`];
  return (drawn ?? DRAWINGS["./generic/index.ts"]!)();
}

/** How many games have a card; the first page keeps room for them while it asks which there are. */
export const EXPECTED = Object.keys(CARDS).length;

export function cardOf(game: string): GameCard | null {
  return CARDS[`./${game}/card.json`] ?? null;
}

export function emblemOf(game: string): Component {
  return EMBLEMS[`./${game}/art/Emblem.svelte`] ?? EMBLEMS["./generic/art/Emblem.svelte"]!;
}

/** The pieces of a game as they lie in its box, where somebody has drawn them. */
export const boxOf = (game: string): (() => Promise<BoxDrawing>) | undefined => BOXES[`./${game}/Box.svelte`];

/** A few moves of a game as everybody could see them, where it has some. */
export const recordedOf = (game: string): (() => Promise<Recorded>) | undefined =>
  RECORDED[`./${game}/recorded.json`];

/** A page that only this game has, loaded when somebody comes to `/g/<game>/<name>`. */
export const pageOf = (
  game: string,
  name: string,
): (() => Promise<Component<{ game: string }>>) | undefined => PAGES[`./${game}/${name}/Page.svelte`];
