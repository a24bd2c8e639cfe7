// What the names in component files mean, as keys of the pages' words; a name without a key is shown as it is.
import { t, type MessageKey } from "../words/words.svelte";

const LABELS: Record<string, MessageKey> = {
  "kosmiczni_piraci.hand": "part.hand",
  "kosmiczni_piraci.trade_ship_value": "part.trade_ship_value",
  "kosmiczni_piraci.treasures": "part.treasures",
  "kosmiczni_piraci.treasures_per_planet": "part.treasures_per_planet",
  "kosmiczni_piraci.richer_planets": "part.richer_planets",
  "piraci.discs": "part.discs",
  "piraci.start_money": "part.start_money",
  "piraci.loot_tokens_each": "part.loot_tokens_each",
  "piraci.loot_value": "part.loot_value",
  "piraci.ships": "part.ships",
  "piraci.ships.gold": "part.gold",
  "piraci.ships.q": "part.unknown_wage",
  "piraci.ships.min": "part.crew_needed",
  "piraci.ships.loot": "part.loot",
  "kosmiczna_misja.die": "part.die",
  "kosmiczna_misja.tiles": "part.tiles",
  "kosmiczna_misja.tiles.s": "part.stations",
  "kosmiczna_misja.tiles.a": "part.aliens",
  "kosmiczna_misja.tiles.L": "part.left_halves",
  "kosmiczna_misja.tiles.R": "part.right_halves",
  "kosmodraci.hand": "part.hand_size",
  "kosmodraci.lair": "part.lair",
  "kosmodraci.crew": "part.crew",
  "kosmodraci.crew.v": "part.value",
  "kosmodraci.crew.fx": "part.effects",
  "kosmodraci.crew.R": "part.research",
  "kosmodraci.crew.M": "part.morale",
  "kosmodraci.crew.C": "part.crime",
  "kosmodraci.crew.p": "part.points",
  "kosmodraci.dragons": "part.dragons",
  "kosmodraci.dragons.p": "part.points",
  "kosmodraci.dragons.R": "part.research",
  "kosmodraci.dragons.M": "part.morale",
  "kosmodraci.dragons.C": "part.crime",
  "kosmiczna_eskadra.card_mm": "part.card_size",
  "kosmiczna_eskadra.small_asteroid_mm": "part.small_asteroid",
  "kosmiczna_eskadra.ore": "part.ore",
  "kosmiczna_eskadra.ships": "part.squadron",
  "kosmiczna_eskadra.ships.speed": "part.speed",
  "kosmiczna_eskadra.ships.name": "part.name",
  "kosmiczna_eskadra.ships.hull": "part.hull",
  "kosmiczna_eskadra.ships.lasers": "part.lasers",
  "kosmiczna_eskadra.ships.lasers.from": "part.leaves_at",
  "kosmiczna_eskadra.ships.lasers.dir": "part.direction",
  "kosmiczna_eskadra.ships.lasers.power": "part.power",
  "kosmiczna_eskadra.ships.shields": "part.shields",
  "kosmiczna_eskadra.ships.shields.edge": "part.edge",
  "kosmiczna_eskadra.ships.shields.span": "part.span",
  "kosmiczna_eskadra.asteroid": "part.asteroid",
  "kosmiczna_eskadra.asteroid.shape": "part.shape",
  "kosmiczna_eskadra.asteroid.size_mm": "part.size",
  "kosmiczna_eskadra.asteroid.polygon_vertices": "part.corners",
  "kosmiczna_eskadra.table_mm": "part.table_size",
};
const WORDS: Record<string, MessageKey> = {
  top: "part.top",
  bottom: "part.bottom",
  left: "part.left",
  right: "part.right",
  oval: "part.oval",
};

/** What a name in the component file of a game means, such as `crew.fx`. */
export function labelOf(game: string, path: string): string {
  const key = LABELS[`${game}.${path}`];
  return key ? t(key) : path.slice(path.lastIndexOf(".") + 1);
}

/** A word of a component file that is no term of the game. */
export function wordOf(text: string): string | null {
  const key = WORDS[text];
  return key ? t(key) : null;
}
