// What happened, step by step: units slide onto each other, a crew goes alongside, loot and ducats are shared out.
import type { PiraciPlayerView, PiraciView } from "../../protocol";
import type { Moment, Scene } from "../contract";
import { LOOT } from "./choices";
import type { Events, GameEvent } from "./messages";

/** Where something comes from or goes to: a seat, or one of these. */
export type Purse = number | "supply" | "ship";

/** Something handed over: ducats or a piece of loot. */
export interface Gift {
  what: "ducats" | (typeof LOOT)[number];
  n: number;
  from: Purse;
  to: number;
}

export type Fx =
  /** the unit lies on the target, at the target's place */
  | { kind: "onto"; unit: number; target: number }
  /** the new stack comes before its captain */
  | { kind: "home"; unit: number }
  /** the unit is alongside the ship in this place; `paid` is the disc whose wage is handed over */
  | { kind: "crew"; unit: number; place: number; gift: Gift | null; paid: number | null }
  | { kind: "mutiny"; unit: number; called: boolean }
  | { kind: "passed"; seat: number }
  | { kind: "turned"; place: number }
  | { kind: "ended" };

type View = PiraciView;
type Step = Scene<View, Fx>;

/** The steps so far, the table as it stands after them, and the boarding that is going on. */
class Showing {
  readonly steps: Step[] = [];
  private boarding: { unit: number; place: number } | null = null;

  constructor(
    public now: View,
    /** what the pieces of loot are worth when all are shared out */
    readonly after: View,
    /** how long each wage is shown */
    readonly payTime: number,
  ) {}

  show(ms: number, told: GameEvent | null, fx: Fx | null, view = this.now): void {
    this.now = view;
    this.steps.push({ view, ms, told, fx });
  }

  board(unit: number, place: number): void {
    this.boarding = { unit, place };
  }

  /** The crew stays alongside while it is given its share. */
  share(ms: number, told: GameEvent, gift: Gift | null, view = this.now, paid: number | null = null): void {
    const fx = this.boarding ? ({ kind: "crew", ...this.boarding, gift, paid } as const) : null;
    this.show(ms, told, fx, view);
  }

  /** Once everybody has been paid, the discs go home and the ship is gone. */
  goHome(): void {
    if (this.boarding === null) return;
    const { unit, place } = this.boarding;
    this.boarding = null;
    this.show(450, null, null, without(breakUp(this.now, unit), place));
  }
}

type Show<Args> = (s: Showing, args: Args, told: GameEvent) => void;

const move: Show<Events["moved"]> = (s, { unit, target }, told) => {
  s.show(550, told, { kind: "onto", unit, target }, merge(s.now, unit, target));
  s.show(450, told, { kind: "home", unit });
};

const SHOWN: { [Id in keyof Events]: Show<Events[Id]> } = {
  moved: move,
  moved_open: move,
  boarded(s, { seat, unit, ship }, told) {
    s.board(unit, placeOf(s.now, ship));
    s.share(700, told, null, captured(s.now, seat, ship));
  },
  looted(s, { seat, loot }, told) {
    const got = valued(withLoot(s.now, seat, loot), s.after);
    s.share(550, told, { what: loot, n: 1, from: "supply", to: seat }, got);
  },
  loot_gone(s, _, told) {
    s.share(500, told, null);
  },
  ducats(s, { seat, n }, told) {
    s.share(600, told, { what: "ducats", n, from: "ship", to: seat }, pay(s.now, seat, n));
  },
  wage_paid(s, { seat, to, n, disc }, told) {
    const paid = pay(pay(s.now, seat, -n), to, n);
    s.share(s.payTime, told, { what: "ducats", n, from: seat, to }, paid, disc);
  },
  supply_paid(s, { seat, n }, told) {
    const helped = { ...s.now, covered: s.now.covered + n };
    s.share(600, told, { what: "ducats", n, from: "supply", to: seat }, helped);
  },
  ship_discarded(s, { ship }, told) {
    s.goHome();
    s.show(350, told, null, without(s.now, placeOf(s.now, ship)));
  },
  ship_turned(s, { ship, place }, told) {
    s.goHome();
    s.show(380, told, { kind: "turned", place }, turnUp(s.now, ship, place));
  },
  passed(s, { seat }, told) {
    s.goHome();
    s.show(500, told, { kind: "passed", seat });
  },
  mutiny_called(s, { unit }, told) {
    const mutiny = [...s.now.mutiny, unit];
    s.show(900, told, { kind: "mutiny", unit, called: true }, { ...s.now, mutiny, about: null });
  },
  mutiny_declined(s, { unit }, told) {
    s.show(400, told, { kind: "mutiny", unit, called: false }, { ...s.now, about: null });
  },
  ended(s, { how }, told) {
    s.goHome();
    s.show(600, told, { kind: "ended" }, { ...s.now, ended: how });
  },
};

/** A long crew is paid faster, so that nobody waits for it. */
const payTime = (wages: number) => Math.round(Math.max(300, Math.min(520, 2400 / Math.max(1, wages))));

function show<Id extends keyof Events>(showing: Showing, id: Id, args: Events[Id], told: GameEvent): void {
  SHOWN[id](showing, args, told);
}

export function scenes({ before, after, told }: Moment<View, GameEvent>): Step[] {
  const wages = told.filter((event) => event.id === "wage_paid").length;
  const showing = new Showing(before, after, payTime(wages));
  for (const event of told) show(showing, event.id, event.args, event);
  showing.goHome();
  return showing.steps;
}

const placeOf = (view: View, ship: number) =>
  view.places.findIndex((card) => card !== null && view.ships[card]!.id === ship);

/** The unit goes on top of the target. */
function merge(view: View, unit: number, target: number): View {
  const of = (name: number) => view.units.find((one) => one[0] === name) ?? [];
  const rest = view.units.filter((one) => one[0] !== unit && one[0] !== target);
  return { ...view, about: null, units: [...rest, [...of(unit), ...of(target)]] };
}

function breakUp(view: View, unit: number): View {
  const units = view.units.flatMap((one) => (one[0] === unit ? one.map((disc) => [disc]) : [one]));
  return { ...view, units, mutiny: [] };
}

function without(view: View, place: number): View {
  return { ...view, places: view.places.map((card, i) => (i === place ? null : card)) };
}

function turnUp(view: View, ship: number, place: number): View {
  const card = view.ships.findIndex((one) => one.id === ship);
  const places = view.places.map((old, i) => (i === place ? card : old));
  return { ...view, places, turned: [...view.turned, card] };
}

function change(view: View, seat: number, how: (player: PiraciPlayerView) => PiraciPlayerView): View {
  return { ...view, everybody: view.everybody.map((one, i) => (i === seat ? how(one) : one)) };
}

/** What a purse shows: never less than nothing, the supply helps out in the end (PI-19). */
function pay(view: View, seat: number, n: number): View {
  return change(view, seat, (one) => ({ ...one, money: Math.max(0, one.money + n) }));
}

/** The ship is its captor's. */
function captured(view: View, seat: number, ship: number): View {
  return { ...view, ships: view.ships.map((one) => (one.id === ship ? { ...one, captor: seat } : one)) };
}

/** What everybody's loot is worth afterwards. */
function valued(view: View, after: View): View {
  return {
    ...view,
    everybody: view.everybody.map((one, i) => ({ ...one, bonus: after.everybody[i]!.bonus })),
  };
}

function withLoot(view: View, seat: number, kind: (typeof LOOT)[number]): View {
  const at = LOOT.indexOf(kind);
  const add = (counts: readonly number[], n: number) => counts.map((old, i) => (i === at ? old + n : old));
  const got = change(view, seat, (one) => ({ ...one, loot: add(one.loot, 1) }));
  return { ...got, supply: add(view.supply, -1) };
}
