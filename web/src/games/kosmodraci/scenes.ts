// What happened, step by step: picks and passed hands, cards played, effects, the trick, the captured dragon.
import type { KosmodraciPlayerView, KosmodraciView } from "../../protocol";
import type { Moment, Scene } from "../contract";
import { cardOfValue, KINDS, type Kind } from "./labels";
import type { Events, GameEvent } from "./messages";

/** What is drawn over the table during a step. */
export type Fx =
  | { kind: "pick"; seat: number }
  | { kind: "pass" }
  | { kind: "play"; seat: number; card: number }
  | { kind: "shield" | "shield_lost" | "damage" | "repair"; seat: number; n: number }
  | { kind: "win"; seat: number; hits: number }
  | { kind: "capture"; seat: number }
  | { kind: "turn_up" }
  | { kind: "renew" }
  | { kind: "end" };

type View = KosmodraciView;
type Step = { view: View; ms: number; fx: Fx | null };
type Teller<Id extends keyof Events> = (view: View, args: Events[Id], after: View) => Step;
type Face = View["dragons"][number] | View["crew"][number];
type OnShip = "shields_gained" | "shields_lost" | "damaged" | "repaired";

function withPlayer(view: View, seat: number, change: (player: KosmodraciPlayerView) => object): View {
  const everybody = view.everybody.map((player, p) =>
    p === seat ? { ...player, ...change(player) } : player,
  );
  return { ...view, everybody };
}

/** A card leaves a hand; `card` is -1 where it stays hidden. */
function acted(view: View, seat: number, card: number): View {
  const fewer = withPlayer(view, seat, (player) => ({ hand_size: player.hand_size - 1 }));
  return {
    ...fewer,
    hand: view.hand.filter((one) => one !== card),
    acted: [...view.acted, seat],
    to_act: view.to_act.filter((one) => one !== seat),
  };
}

function picked(view: View, seat: number, card: number): Step {
  const more = withPlayer(acted(view, seat, card), seat, (player) => ({ picks: player.picks + 1 }));
  const picks = card < 0 ? view.picks : [...view.picks, card];
  return { view: { ...more, picks }, ms: card < 0 ? 300 : 450, fx: { kind: "pick", seat } };
}

/** The card lies open: what is printed on it counts, and nobody has it in the hand any more. */
function played(view: View, { seat, card: value }: Events["played"], after: View): Step {
  const card = cardOfValue(view, value);
  const shown = withPlayer(acted(view, seat, card), seat, (player) => ({
    played: [...player.played, card],
    ...counting(player, view.crew[card]!),
  }));
  return { view: { ...shown, seen: after.seen }, ms: 650, fx: { kind: "play", seat, card } };
}

/** What is printed on a card that a player has got. */
const counting = ({ symbols, points }: KosmodraciPlayerView, { R = 0, M = 0, C = 0, p = 0 }: Face) => ({
  symbols: sum(symbols, { research: R, morale: M, crime: C }),
  points: points + p,
});

const sum = (symbols: Record<string, number>, more: Record<Kind, number>) =>
  Object.fromEntries(KINDS.map((kind) => [kind, (symbols[kind] ?? 0) + more[kind]]));

/** Cards come from the draw pile; where it has run out, markers stand for them. */
function drawn(view: View, n: number): View {
  const cards = Math.min(n, view.draw);
  return { ...view, draw: view.draw - cards, markers: view.markers + n - cards };
}

/** Removed cards go to the discard pile, markers back into the box. */
function putAway(view: View, n: number): View {
  const markers = Math.min(n, view.markers);
  return { ...view, markers: view.markers - markers, discard: view.discard + n - markers };
}

/** Shields or damage change on one ship. */
function onShip(
  kind: "shield" | "shield_lost" | "damage" | "repair",
  field: "shields" | "damage",
  piles: (view: View, n: number) => View,
): Teller<OnShip> {
  return (view, { seat, n, now }) => ({
    view: withPlayer(piles(view, n), seat, () => ({ [field]: now })),
    ms: 700,
    fx: { kind, seat, n },
  });
}

function captured(view: View, { seat }: Events["captured"]): Step {
  const dragon = view.open_dragon!;
  const taken = withPlayer(view, seat, (player) => ({
    dragons: [...player.dragons, dragon],
    ...counting(player, view.dragons[dragon]!),
  }));
  const now = { ...taken, open_dragon: null, takers: [...view.takers, seat] };
  return { view: now, ms: 750, fx: { kind: "capture", seat } };
}

/** The trick is put away; who does not want to remember has seen only the upper parts of its cards. */
function putTrickAway(view: View, after: View): View {
  const everybody = view.everybody.map((player, p) => {
    const { played, under } = after.everybody[p]!;
    return view.options.memory_aids ? player : { ...player, played, under };
  });
  return { ...view, trick: view.trick + 1, acted: [], everybody };
}

/** Hands have moved. */
const arrived = (view: View, { passed, hand, seen }: View): View => ({ ...view, passed, hand, seen });

const TELLERS: { [Id in keyof Events]: Teller<Id> } = {
  picked: (view, { seat }) => picked(view, seat, -1),
  picked_own: (view, { seat, card }) => picked(view, seat, cardOfValue(view, card)),
  last_card: (view, _, after) => ({
    view: { ...view, hand: [], picks: after.picks, passed: after.passed },
    ms: 600,
    fx: null,
  }),
  passed: (view) => ({ view, ms: 550, fx: { kind: "pass" } }),
  /** What everybody has, when the last card has joined each crew, the server counts. */
  hunt_began: (view, { seat }, after) => ({
    view: {
      ...arrived(view, after),
      stage: "hunt",
      lead: seat,
      acted: [],
      everybody: view.everybody.map((player, p) => {
        const { hand_size, picks } = after.everybody[p]!;
        return { ...player, hand_size, picks };
      }),
    },
    ms: 800,
    fx: null,
  }),
  played,
  shields_gained: onShip("shield", "shields", drawn),
  shields_lost: onShip("shield_lost", "shields", putAway),
  damaged: onShip("damage", "damage", drawn),
  repaired: onShip("repair", "damage", putAway),
  renewed: (view, { n }) => ({
    view: { ...view, draw: view.draw + n, discard: 0 },
    ms: 500,
    fx: { kind: "renew" },
  }),
  trick_won: (view, { seat, hits }) => ({
    view: { ...view, lead: seat },
    ms: hits > 0 ? 900 : 650,
    fx: { kind: "win", seat, hits },
  }),
  captured,
  /** Which dragon it is, the server says: two may have the same face. Hands move afterwards, if they do. */
  turned_up: (view, _, after) => ({
    view: { ...putTrickAway(view, after), open_dragon: after.open_dragon },
    ms: 600,
    fx: { kind: "turn_up" },
  }),
  hunt_ended: (view, _, after) => ({
    view: { ...arrived(putTrickAway(view, after), after), stage: "done" },
    ms: 700,
    fx: { kind: "end" },
  }),
};

function step<Id extends keyof Events>(id: Id, view: View, args: Events[Id], after: View): Step {
  return TELLERS[id](view, args, after);
}

export function scenes({ before, after, told }: Moment<View, GameEvent>): Scene<View, Fx>[] {
  let view = before;
  return told.map((event, i) => {
    const shown = step(event.id, view, event.args, after);
    view = i === told.length - 1 ? counted(shown.view, after) : shown.view;
    return { ...shown, view, told: event };
  });
}

/** What the cards are worth together is counted by the server, and shown when all has happened. */
function counted(view: View, after: View): View {
  const everybody = view.everybody.map((player, p) => ({
    ...player,
    own: after.everybody[p]!.own,
    awards: after.everybody[p]!.awards,
  }));
  return { ...view, everybody };
}
