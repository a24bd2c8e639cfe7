// What a game's drawing gives to the pages, and what it gets: views, legal actions and words, never rules.
import type { Component } from "svelte";
import type { Box } from "../rulebook/values";
import type { Tune } from "../kit/sound";
import type { Drawn, Frame, Timing, Told } from "../protocol";
import type { Messages } from "../words/catalogue";
import type { Language } from "../words/languages";

/** Every view has these; the rest is the game's own. */
export interface AnyView {
  seat: number;
  players: number;
  stage?: string;
  to_act: readonly number[];
  options: Record<string, unknown>;
}

/** Actions or events by their ids, as what is told: `id` says which arguments there are. */
export type ToldAs<Kinds> = { [Id in keyof Kinds]: { id: Id; args: Kinds[Id] } }[keyof Kinds];

/** A seat as it is drawn: whose it is, and the colour whose sign and pattern mark it. */
export interface SeatLook {
  seat: number;
  name: string;
  colour: string;
  bot: boolean;
  you: boolean;
}

/** Says what the game tells, in the language of the page. */
export interface Speaker {
  language: Language;
  /** a text of the game's own folder, words/<language>.json */
  ui(key: string, args?: Record<string, unknown>): string;
  action(told: Told): string;
  event(told: Told): string;
  term(id: unknown, inflected?: string): string;
  name(seat: number): string;
  /** what the game says of a field of its view, by the field's path such as `everybody.hand` */
  field(path: string): Field;
}

/** A field of a view: its word, if there is one, and how it may be drawn. */
export interface Field {
  word: string | null;
  drawn: Drawn;
}

/** One step of what happened, as it is shown: the table during the step, and the game's own effect. */
export interface Scene<V, F = unknown> {
  view: V;
  /** milliseconds at normal speed */
  ms: number;
  /** the event that is being shown, for the caption */
  told: Told | null;
  fx: F | null;
}

/** What happened between two views. */
export interface Moment<V, E = Told> {
  before: V;
  after: V;
  told: readonly E[];
  by: number | null;
}

/** What the viewer is asked to do, as a key of the game's words with parameters. */
export interface Prompt {
  key: string;
  args?: Record<string, unknown>;
}

/** Something was chosen, and more is needed. */
export interface Choice<A = Told> {
  /** what is asked now */
  prompt: Prompt;
  /** whether an action may still come of it */
  among: (action: A) => boolean;
  /** choose nothing instead */
  back: () => void;
}

/** What is counted beside a name; what is not counted, or not known, is left out. */
export interface Counts {
  /** cards in hand */
  cards?: number | null;
  points?: number | null;
  /** cards that are out of the game */
  lost?: number;
}

export interface TableProps<V = AnyView, F = unknown, A = Told> {
  /** what the viewer knows, or what a scene shows of it */
  view: V;
  /** what the viewer may do now; empty while a scene is shown */
  legal: readonly A[];
  seat: number | null;
  seats: readonly SeatLook[];
  say: Speaker;
  /** the effect of the scene that is being shown */
  fx: F | null;
  /** do a legal action; a live table answers whether it was done */
  act: (action: A) => Promise<boolean | void> | void;
  /** ask why an action is not possible; the page shows the answer with its rule */
  why: (action: A) => void;
  /** in an open replay: the view of every seat, so that hidden things can be shown */
  opened: readonly V[] | null;
  /** names of things that a lesson or a hint points at, such as `hand` or `planet:2` */
  point: readonly string[];
  /** something was chosen of what an action needs, or nothing any more */
  chose?: (choice: Choice<A> | null) => void;
  /** a replay: nothing can be done, only looked at */
  replayed?: boolean;
  /** at a live table only: the game's own clock, where it has one, and what goes with it */
  live?: LiveTable | null;
}

/** What a live table adds: the time that counts, and what is said to it without being an action. */
export interface LiveTable {
  /** when something begins or comes by itself, by the server's time in ms */
  timing: Timing | null;
  /** the server's time now, in ms */
  now: () => number;
  /** in a race: where a hand is, and when by `now`; told to nobody, and of use only now */
  hover: (action: Told, at: number) => void;
  /** the viewer is ready for what comes next, where the game waits for everybody */
  ready: () => void;
  /** what would come of an action whose place is still sought, in sentences; null: the table tells nobody */
  aim: ((args: Record<string, unknown>) => Promise<Prospect | null>) | null;
}

/** What would come of it, in sentences. */
export interface Prospect {
  lines: readonly string[];
  /** why it could not be done there */
  problem: string | null;
}

export interface GameDrawing<V = AnyView, F = unknown, E = Told, A = Told> {
  Table: Component<TableProps<V, F, A>>;
  words: Record<Language, () => Promise<{ default: Messages }>>;
  /** what the viewer is asked to do */
  prompt?: (view: V, legal: readonly A[]) => Prompt | null;
  /** what the game is about in three lines and the first thing to try, before the first move, as keys of its words */
  start?: readonly string[];
  /** what stands beside a name, so that the table does not say it again */
  counts?: (view: V, seat: number) => Counts;
  /** the steps between two views; left out, the new view is shown at once */
  scenes?: (moment: Moment<V, E>) => Scene<V, F>[];
  /** in a race nobody may be kept from seeing this view, whatever is being shown */
  isUrgent?: (view: V) => boolean;
  /** what an action is about, in the same names as `point`, so that hints can light it up */
  about?: (action: A, view: V) => string[];
  /** the same of what happened, so that a line of the log can be pointed at */
  where?: (event: E, view: V) => string[];
  /** it draws any game, by what `say.field` tells of a view */
  asksForFields?: boolean;
  /** how it sounds when the viewer has won */
  tune?: Tune;
  /** pictures for the rules page, by the rule id after which they stand */
  figures?: Record<string, Component<{ say: Speaker }>>;
}

/** The facts of a game's card in the lobby: game/card.json. */
export interface GameCard {
  /** versions of the rules whose tables the drawing can draw; others are drawn plainly */
  draws: readonly number[];
  order: number;
  minutes: [number, number];
  /** 1 easy, 2 medium, 3 demanding */
  difficulty: number;
  /** the colour of its poster's rule, and the ground of its picture */
  accent: string;
  ground: string;
  /** a few words each, for the poster */
  short: Record<Language, string>;
  /** one line each: what it is */
  about: Record<Language, string>;
  /** pages that only this game has, by the folder their Page.svelte is in, with their titles */
  pages?: Record<string, Record<Language, string>>;
}

/** Moves of a game that was played once, as a watcher saw them: game/recorded.json. */
export interface Recorded {
  rules: number;
  colours: readonly string[];
  frames: readonly Frame[];
}

/** Draws all that is in the box: game/Box.svelte. */
export type BoxDrawing = Component<{ box: Box; say: Speaker }>;
