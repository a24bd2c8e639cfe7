// The steps of a move as they are shown: a card is laid, the one below turns, a ship moves, treasures go to their takers.
import type {
  KosmiczniPiraciPlanetView,
  KosmiczniPiraciPlayerView,
  KosmiczniPiraciView,
} from "../../protocol";
import type { Moment, Scene, ToldAs } from "../contract";
import type { Events, GameEvent } from "./messages";

export type View = KosmiczniPiraciView;
export type Ship = "trade" | "pirate";

/** What is drawn over the table during a step. */
export type Fx =
  | { kind: "laid" | "turned" | "teleport"; planet: number }
  | { kind: "revealed"; planets: readonly number[] }
  | { kind: "ship"; ship: Ship; from: number; to: number }
  | { kind: "ended" }
  | { kind: "boxed"; planet: number; treasures: readonly number[]; plundered: boolean }
  | { kind: "taken"; planet: number; treasures: readonly number[]; seat: number };

type Step = Scene<View, Fx>;

const MOST = 4200; // ms of a whole move, where steps can be shortened
const LEAST = 300; // ms of a step

/** Treasures leave a planet. */
type Goods = ToldAs<Pick<Events, "plundered" | "unclaimed" | "taken" | "surplus">>;
const GOODS: readonly string[] = ["plundered", "unclaimed", "taken", "surplus"] satisfies Goods["id"][];
const isGoods = (event: GameEvent): event is Goods => GOODS.includes(event.id);
const takerOf = (event: Goods) => ("seat" in event.args ? event.args.seat : undefined);

/** The slot of a kind of treasure, from what events and actions call it. */
export function kindOf(view: View, treasure: number | "trade_ship"): number {
  return treasure === "trade_ship" ? view.worth.length - 1 : view.worth.indexOf(treasure);
}

export function scenes({ before, after, told }: Moment<View, GameEvent>): Step[] {
  const steps: Step[] = [];
  let now = before;
  for (let i = 0; i < told.length;) {
    const last = lastOfGroup(told, i);
    const step = shown(now, after, told, i, last);
    if (step) steps.push(step);
    now = step?.view ?? now;
    i = last + 1;
  }
  return hurried(steps);
}

/** The last cards are turned up together, and treasures that go the same way leave together. */
function lastOfGroup(told: readonly GameEvent[], first: number): number {
  const same = (a: GameEvent, b: GameEvent) =>
    (a.id === "revealed" && b.id === "revealed") ||
    (isGoods(a) &&
      isGoods(b) &&
      (a.id === "surplus" ? "taken" : a.id) === (b.id === "surplus" ? "taken" : b.id) &&
      a.args.planet === b.args.planet &&
      takerOf(a) === takerOf(b));
  let last = first;
  while (last + 1 < told.length && same(told[first]!, told[last + 1]!)) last += 1;
  return last;
}

function shown(now: View, after: View, told: readonly GameEvent[], first: number, last: number): Step | null {
  const event = told[first]!;
  switch (event.id) {
    case "laid":
    case "laid_own": {
      const { planet } = event.args;
      return { view: laid(now, after, event), ms: 550, told: event, fx: { kind: "laid", planet } };
    }
    case "turned": {
      const { planet } = event.args;
      return { view: turned(now, after, event.args), ms: 650, told: event, fx: { kind: "turned", planet } };
    }
    case "teleported":
    case "teleported_own": {
      const { planet } = event.args;
      return {
        view: swallowed(now, after, event.args),
        ms: 900,
        told: event,
        fx: { kind: "teleport", planet },
      };
    }
    case "ship_moved": {
      const ship = event.args.ship === "trade_ship" ? "trade" : "pirate";
      const { from, to } = event.args;
      return { view: { ...now, [ship]: to }, ms: 650, told: event, fx: { kind: "ship", ship, from, to } };
    }
    case "laying_ended":
      return { view: ended(now, event.args.how), ms: 700, told: event, fx: { kind: "ended" } };
    case "revealed":
      return revealed(now, after, told, first, last);
    default:
      return goods(now, told, first, last);
  }
}

function laid(now: View, after: View, event: ToldAs<Pick<Events, "laid" | "laid_own">>): View {
  const { seat, planet } = event.args;
  const card = event.id === "laid_own" ? event.args.card : null;
  const slot = now.hand.find((one) => card !== null && now.deck[one] === card && !after.hand.includes(one));
  const lying = { owner: seat, slot: slot ?? null, card, face_up: false, moment: now.laid };
  const put = withPlanet(now, planet, (one) => ({ pile: [...one.pile, lying] }));
  const gone = withPlayer(put, seat, (one) => ({ hand_size: one.hand_size - 1 }));
  return { ...gone, laid: now.laid + 1, hand: now.hand.filter((one) => one !== slot) };
}

/** The first card that still lies face down is turned up. */
function turned(now: View, after: View, { owner, planet, card }: Events["turned"]): View {
  const pile = now.planets[planet]!.pile;
  const at = pile.findIndex((one) => !one.face_up);
  const slot = pile[at]?.slot ?? now.deck.indexOf(card);
  const shows = withPlanet(now, planet, () => ({
    pile: pile.map((one, i) => (i === at ? { ...one, slot, card, face_up: true } : one)),
  }));
  const final = after.everybody[owner]!;
  return withPlayer(shows, owner, (one) => ({
    seen: ascending([...one.seen, slot]),
    strength: one.strength.map((old, q) => (q === planet ? final.strength[q]! : old)),
    present: one.present.map((old, q) => (q === planet ? final.present[q]! : old)),
  }));
}

/** The general reveal; what is said meanwhile is why it comes, the log names every card. */
function revealed(now: View, after: View, told: readonly GameEvent[], first: number, last: number): Step {
  const cards = told.slice(first, last + 1).flatMap((one) => (one.id === "revealed" ? [one.args] : []));
  const view = cards.reduce((shows, card) => turned(shows, after, card), now);
  const planets = cards.map((card) => card.planet);
  return { view, ms: 900, told: told[first - 1] ?? told[first]!, fx: { kind: "revealed", planets } };
}

/** The teleport and the card laid on it are gone; the rest of the pile stays. */
function swallowed(now: View, after: View, { seat, owner, planet }: Events["teleported"]): View {
  const left = withPlanet(now, planet, (one) => ({ pile: one.pile.slice(0, -2) }));
  const { spent, spent_moments } = after.everybody[owner]!;
  const used = withPlayer(left, owner, () => ({ spent, spent_moments }));
  const { lost, lost_moments } = after.everybody[seat]!;
  return withPlayer(used, seat, () => ({ lost, lost_moments }));
}

/** Nobody lays any more: from here on the trade ship lies among the treasures of its planet. */
function ended(now: View, how: Events["laying_ended"]["how"]): View {
  const { planets } = withPlanet(now, now.trade, ({ treasures }) => ({
    treasures: [...treasures, kindOf(now, "trade_ship")],
  }));
  return { ...now, stage: "taking", ended: how, to_act: [], planets };
}

/** What is left when these have been taken away. */
function less(treasures: readonly number[], gone: readonly number[]): number[] {
  const left = [...treasures];
  for (const kind of gone) left.splice(left.indexOf(kind), 1);
  return left;
}

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

function goods(now: View, told: readonly GameEvent[], first: number, last: number): Step {
  const events = told.slice(first, last + 1).filter(isGoods);
  const event = events[0]!;
  const [{ planet }, seat] = [event.args, takerOf(event)];
  const treasures = events.map((one) => kindOf(now, one.args.treasure));
  const left = withPlanet(now, planet, (one) => ({
    treasures: less(one.treasures, treasures),
    boxed: seat === undefined ? ascending([...one.boxed, ...treasures]) : one.boxed,
  }));
  const ms = 450 + 100 * treasures.length;
  if (seat === undefined) {
    const plundered = event.id === "plundered";
    return { view: left, ms, told: event, fx: { kind: "boxed", planet, treasures, plundered } };
  }
  const given = withPlayer(left, seat, (one) => ({
    won: ascending([...one.won, ...treasures]),
    score: one.score + treasures.reduce((sum, kind) => sum + now.worth[kind]!, 0),
  }));
  const here = now.settling === planet ? now.waiting.filter((one) => one !== seat) : [];
  const view: View = { ...given, stage: "taking", to_act: [], settling: planet, waiting: here };
  return { view, ms, told: event, fx: { kind: "taken", planet, treasures, seat } };
}

/** A move with many steps is shown faster, but no step shorter than can be seen. */
function hurried(steps: Step[]): Step[] {
  const all = steps.reduce((sum, step) => sum + step.ms, 0);
  if (all <= MOST) return steps;
  return steps.map((step) => ({ ...step, ms: Math.max(LEAST, Math.round((step.ms * MOST) / all)) }));
}

function withPlanet(
  view: View,
  planet: number,
  change: (one: KosmiczniPiraciPlanetView) => Partial<KosmiczniPiraciPlanetView>,
): View {
  return {
    ...view,
    planets: view.planets.map((one, q) => (q === planet ? { ...one, ...change(one) } : one)),
  };
}

function withPlayer(
  view: View,
  seat: number,
  change: (one: KosmiczniPiraciPlayerView) => Partial<KosmiczniPiraciPlayerView>,
): View {
  return {
    ...view,
    everybody: view.everybody.map((one, p) => (p === seat ? { ...one, ...change(one) } : one)),
  };
}
