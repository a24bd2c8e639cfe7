// Golden games as the server tells them, folded in the scenes of each game: every move has to end at the server's view.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { GameId, Told } from "../protocol";
import type { AnyView, Moment, Scene } from "./contract";

type MakeScenes = (moment: Moment<AnyView>) => Scene<AnyView>[];
interface Frame {
  by: number | null;
  told: Told[];
  view: AnyView;
}

const SCENES = import.meta.glob<MakeScenes>("./*/scenes.ts", { import: "scenes", eager: true });
/** Written by tests/web/test_folding.py: for each golden game and each seat, all moves. */
const FOLDER: string = import.meta.env.VITE_MOMENTS;

type Excuses = Record<GameId, Record<string, string | { why: string; last: string | string[] }>>;

const TURN = "whose turn it is, and what is asked, shows when the move has been shown";
const NOT_DRAWN = "is not drawn";

const ARRIVE = { why: "hands that move are seen when they have arrived", last: "passed" };
const SHINE = { why: "a planet shines where it was built before it counts as finished", last: "finished" };

/**
 * Where the last step of a move may differ from the view after it, and why: always, or only where the move ends with
 * a certain event. A field stands for all it contains.
 */
const EXCEPTIONS: Excuses = {
  kosmiczni_piraci: {
    to_act: TURN,
    stage: TURN,
    settling: TURN,
    waiting: TURN,
    strongest: TURN,
  },
  piraci: { to_act: TURN, stage: TURN, turn: TURN, about: TURN },
  kosmiczna_misja: {
    to_act: TURN,
    stage: TURN,
    turn: TURN,
    roll: "the die lies as it was thrown until the move has been shown",
    idle: NOT_DRAWN,
    "everybody[].begun": NOT_DRAWN,
    "everybody[].score": SHINE,
    "everybody[].planets[].finished": SHINE,
  },
  kosmodraci: {
    to_act: TURN,
    acted: ARRIVE,
    hand: ARRIVE,
    passed: ARRIVE,
    seen: ARRIVE,
  },
  kosmiczna_eskadra: { to_act: TURN, turn: TURN, drawing: NOT_DRAWN, stopped_by: NOT_DRAWN },
};

const COUNTED = "is counted by the server, as no rule stands here";
const WHICH_CARD =
  "an event says the face of a card: which of several it is, the server says to whoever may know";
const ARRIVED = "hands that have moved are the server's, and so is what may be where";
const LAID_OUT = { why: "a new round is laid out by the server", last: "round_begun" };

/**
 * What steps take from the view after the move instead of folding it from the events, and why; everything else comes
 * out right from a move that ends, as far as the steps know, as it began.
 */
const TAKEN: Excuses = {
  kosmiczni_piraci: {
    "everybody[].strength": COUNTED,
    "everybody[].present": COUNTED,
    "everybody[].spent": WHICH_CARD,
    "everybody[].spent_moments": WHICH_CARD,
    "everybody[].lost": WHICH_CARD,
    "everybody[].lost_moments": WHICH_CARD,
    hand: WHICH_CARD,
    "planets[].pile[].slot": WHICH_CARD,
  },
  piraci: { "everybody[].bonus": COUNTED },
  kosmiczna_misja: {
    "everybody[].planets[].needed_roll": COUNTED,
    "everybody[].planets[].stations": { why: COUNTED, last: ["discarded", "reopened"] },
    "everybody[].score": { why: COUNTED, last: "reopened" },
  },
  kosmodraci: {
    "everybody[].own": COUNTED,
    "everybody[].awards": COUNTED,
    "everybody[].hand_size": { why: COUNTED, last: "hunt_began" },
    "everybody[].picks": { why: COUNTED, last: "hunt_began" },
    open_dragon: WHICH_CARD,
    picks: { why: "the last card of a hand joins the others without a word of its own", last: "hunt_began" },
    hand: ARRIVED,
    passed: ARRIVED,
    seen: ARRIVED,
  },
  kosmiczna_eskadra: {
    stage: "whether there is another round, shows when points are counted",
    first: LAID_OUT,
    round: LAID_OUT,
    table: LAID_OUT,
    "everybody[].unplayed": LAID_OUT,
    "asteroids[].ore": LAID_OUT,
  },
};

/** Lists whose order says nothing: each part is drawn at a place of its own. */
const IN_ANY_ORDER: Partial<Record<GameId, string[]>> = { piraci: ["units"], kosmodraci: ["acted"] };

/** Moves that may be shown at once, without steps, by the event that they begin with, and why. */
const AT_ONCE: Partial<Record<GameId, Record<string, string>>> = {
  kosmiczna_eskadra: {
    "in a race": "nobody is kept from the table",
    credited: "it only says why a card that comes late counts",
    drawn: "cards in hand are drawn as they are",
    drawn_own: "cards in hand are drawn as they are",
    held_back: "cards in hand are drawn as they are",
    kept: "cards in hand are drawn as they are",
    kept_own: "cards in hand are drawn as they are",
  },
};

/** Every place where two values differ, as a path; `[]` is any part of a list. */
function differences(a: unknown, b: unknown, path = ""): string[] {
  if (Object.is(a, b)) return [];
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return [path];
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return [path];
    return a.flatMap((one, i) => differences(one, b[i], `${path}[]`));
  }
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], path ? `${path}.${key}` : key));
}

function ordered(view: AnyView, names: readonly string[]): AnyView {
  const sorted = names.map((name) => {
    const list = (view as unknown as Record<string, unknown[]>)[name]!;
    return [name, list.map((one) => JSON.stringify(one)).sort()];
  });
  return { ...view, ...Object.fromEntries(sorted) };
}

/** All moves of all golden games of a game, through the eyes of everybody. */
function* moments(game: GameId): Generator<Moment<AnyView>> {
  const games = JSON.parse(readFileSync(`${FOLDER}/${game}.json`, "utf8")) as Frame[][];
  for (const frames of games)
    for (let i = 1; i < frames.length; i++)
      yield { before: frames[i - 1]!.view, after: frames[i]!.view, told: frames[i]!.told, by: frames[i]!.by };
}

interface Folded {
  moves: number;
  /** fields that differ after the last step and are no exception, with a move in which they do */
  wrong: Map<string, string>;
  /** exceptions that there were */
  excused: Set<string>;
  /** what the moves began with that were shown at once */
  atOnce: Set<string>;
}

/** What comes of folding each move, with what is changed about it. */
function fold(
  game: GameId,
  changed: (moment: Moment<AnyView>) => Partial<Moment<AnyView>> = () => ({}),
  excuses = [EXCEPTIONS[game]],
): Folded {
  const make = SCENES[`./${game}/scenes.ts`]!;
  const found: Folded = { moves: 0, wrong: new Map(), excused: new Set(), atOnce: new Set() };
  const names = IN_ANY_ORDER[game] ?? [];
  for (const moment of moments(game)) {
    const last = make({ ...moment, ...changed(moment) }).at(-1);
    found.moves += 1;
    if (!last) found.atOnce.add(beginningOf(moment));
    else
      for (const field of differences(ordered(last.view, names), ordered(moment.after, names))) {
        const excuse = excuseOf(excuses, field, moment.told.at(-1)!.id);
        if (excuse) found.excused.add(excuse);
        else found.wrong.set(field, moment.told.map((event) => event.id).join(", "));
      }
  }
  return found;
}

function beginningOf({ before, after, told }: Moment<AnyView>): string {
  if (before.options.mode === "lightning" && after.stage === "placing") return "in a race";
  return told[0]?.id ?? "nothing";
}

function excuseOf(excuses: Excuses[GameId][], path: string, last: string): string | undefined {
  return excuses
    .flatMap(Object.entries<Excuses[GameId][string]>)
    .find(
      ([name, excuse]) =>
        (path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)) &&
        (typeof excuse === "string" || [excuse.last].flat().includes(last)),
    )?.[0];
}

describe.each(Object.keys(EXCEPTIONS) as GameId[])("%s", (game) => {
  const folded = fold(game);

  it("ends every move at the view of the server, but for the exceptions", () => {
    expect(folded.moves).toBeGreaterThan(300);
    expect([...folded.wrong]).toEqual([]);
  });

  it("needs every exception", () => {
    expect([...folded.excused].sort()).toEqual(Object.keys(EXCEPTIONS[game]).sort());
    expect([...folded.atOnce].sort()).toEqual(Object.keys(AT_ONCE[game] ?? {}).sort());
  });

  it("takes nothing else from there but what is said here", () => {
    const unaware = fold(game, ({ before }) => ({ after: before }), [TAKEN[game], EXCEPTIONS[game]]);
    expect([...unaware.wrong]).toEqual([]);
    expect(Object.keys(TAKEN[game]).filter((field) => !unaware.excused.has(field))).toEqual([]);
  });

  it("would not end there if the first or the last event were missing", () => {
    expect(fold(game, ({ told }) => ({ told: told.slice(1) })).wrong.size).toBeGreaterThan(0);
    expect(fold(game, ({ told }) => ({ told: told.slice(0, -1) })).wrong.size).toBeGreaterThan(0);
  });
});

it("knows the scenes of every game", () => {
  const drawn = Object.keys(SCENES).map((path) => path.split("/")[1]);
  expect(drawn.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});
