// Says what a game tells in the language of the page: the server's words and those of the game's folder.
import type { Field, GameDrawing, Speaker } from "../games/contract";
import { request } from "../net/request";
import type { Drawn, GameAbout, Told } from "../protocol";
import { Catalogue, type Sections } from "./catalogue";
import type { Language } from "./languages";
import { ofRules, type Rules } from "./version";

const kept = new Map<string, Promise<Sections>>();

/** What the server says about a game in a language; asked for once. */
export function gameWords(game: string, language: Language, rules: Rules = null): Promise<Sections> {
  const key = `${game}/words/${language}${ofRules(rules)}`;
  let words = kept.get(key);
  if (!words) {
    words = request<Sections>("GET", `/api/games/${key}`);
    words.catch(() => kept.delete(key));
    kept.set(key, words);
  }
  return words;
}

const games = new Map<string, Promise<GameAbout>>();

/** What the server says about a game by these rules; asked for once. */
export function aboutGame(game: string, rules: Rules = null): Promise<GameAbout> {
  const key = `${game}${ofRules(rules)}`;
  let about = games.get(key);
  if (!about) {
    about = request<GameAbout>("GET", `/api/games/${key}`);
    about.catch(() => games.delete(key));
    games.set(key, about);
  }
  return about;
}

/** The colours of a game's seats in the order in which its rules name them. */
export const coloursOf = async (game: string, rules: Rules = null): Promise<readonly string[]> =>
  (await aboutGame(game, rules)).colours;

/** How the fields of a game's view may be drawn, where the drawing asks. */
const fieldsOf = async (game: string, drawing: GameDrawing, rules: Rules): Promise<Record<string, Drawn>> =>
  (drawing.asksForFields && (await aboutGame(game, rules)).fields) || {};

type Said = { id: string; args?: Record<string, unknown> };

/** Rules name a seat's things by the seat's usual colour; at a table the seat may have another one. */
export function recolour(told: Said, usual: readonly string[], here: readonly string[]): Said {
  const one = (value: unknown) => here[usual.indexOf(value as string)] ?? value;
  const entries = Object.entries(told.args ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(one) : one(value),
  ]);
  return { id: told.id, args: Object.fromEntries(entries) as Record<string, unknown> };
}

export interface GameSpeaker extends Speaker {
  say(section: string, told: Said): string;
}

export async function speakerFor(
  game: string,
  drawing: GameDrawing,
  language: Language,
  nameOf: (seat: number) => string,
  /** of the seats at this table; left out, the usual ones */
  colours: readonly string[] = [],
  rules: Rules = null,
  /** the seat that is spoken to, which hears "you"; null: somebody who only looks on */
  you: number | null = null,
): Promise<GameSpeaker> {
  const [words, own, usual, fields] = await Promise.all([
    gameWords(game, language, rules),
    drawing.words[language](),
    colours.length > 0 ? coloursOf(game, rules) : [],
    fieldsOf(game, drawing, rules),
  ]);
  const all = new Catalogue(language, { ...words, ui: own.default }, nameOf, you);
  const say = (section: string, told: Said) => all.say(section, recolour(told, usual, colours));
  return {
    language,
    ui: (key, args) => all.say("ui", { id: key, args: args ?? {} }),
    action: (told: Told) => say("action", told),
    event: (told: Told) => say("event", told),
    term: (id, inflected) => all.term(id, inflected),
    say,
    name: nameOf,
    field: (path) => fieldOf(path, fields, all),
  };
}

/** Words are found by the whole path of a field or by its name alone. */
export function fieldOf(path: string, fields: Record<string, Drawn>, words: Catalogue): Field {
  const id = [path, path.split(".").at(-1)!].find((one) => words.has("field", one));
  return { word: id === undefined ? null : words.say("field", { id }), drawn: fields[path] ?? {} };
}
