// What happened, step by step: picks and passed hands, cards played, effects, the trick, the captured dragon.
import type { KosmodraciPlayerView, KosmodraciView, Told } from "../../protocol";
import type { Moment, Scene } from "../contract";
import { cardOfValue } from "./labels";

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
type Teller = (view: View, told: Told, after: View) => Step;

const seatOf = (told: Told) => Number(told.args.seat);

function withPlayer(view: View, seat: number, change: (player: KosmodraciPlayerView) => object): View {
  const others = view.others.map((player, p) => (p === seat ? { ...player, ...change(player) } : player));
  return { ...view, others };
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

function picked(view: View, told: Told): Step {
  const seat = seatOf(told);
  const card = cardOfValue(view, told.args.card);
  const more = withPlayer(acted(view, seat, card), seat, (player) => ({ picks: player.picks + 1 }));
  const picks = card < 0 ? view.picks : [...view.picks, card];
  return { view: { ...more, picks }, ms: card < 0 ? 300 : 450, fx: { kind: "pick", seat } };
}

function played(view: View, told: Told): Step {
  const seat = seatOf(told);
  const card = cardOfValue(view, told.args.card);
  const shown = withPlayer(acted(view, seat, card), seat, (player) => ({ played: [...player.played, card] }));
  return { view: shown, ms: 650, fx: { kind: "play", seat, card } };
}

/** Shields or damage change on one ship. */
function onShip(kind: "shield" | "shield_lost" | "damage" | "repair", field: "shields" | "damage"): Teller {
  return (view, told) => ({
    view: withPlayer(view, seatOf(told), () => ({ [field]: Number(told.args.now) })),
    ms: 700,
    fx: { kind, seat: seatOf(told), n: Number(told.args.n) },
  });
}

function won(view: View, told: Told): Step {
  const hits = Number(told.args.hits);
  return { view, ms: hits > 0 ? 900 : 650, fx: { kind: "win", seat: seatOf(told), hits } };
}

function captured(view: View, told: Told, after: View): Step {
  const now = { ...view, open_dragon: null, takers: after.takers, others: after.others };
  return { view: now, ms: 750, fx: { kind: "capture", seat: seatOf(told) } };
}

/** The trick is put away and the next dragon lies open; hands move afterwards, if they do. */
function turnedUp(view: View, _: Told, after: View): Step {
  return { view: { ...after, hand: view.hand, passed: view.passed }, ms: 600, fx: { kind: "turn_up" } };
}

const TELLERS: Record<string, Teller> = {
  picked,
  picked_own: picked,
  last_card: (view, _, after) => ({
    view: { ...view, hand: [], picks: after.picks, passed: after.passed },
    ms: 600,
    fx: null,
  }),
  passed: (view) => ({ view, ms: 550, fx: { kind: "pass" } }),
  hunt_began: (_, __, after) => ({ view: after, ms: 800, fx: null }),
  played,
  shields_gained: onShip("shield", "shields"),
  shields_lost: onShip("shield_lost", "shields"),
  damaged: onShip("damage", "damage"),
  repaired: onShip("repair", "damage"),
  renewed: (view) => ({ view, ms: 500, fx: { kind: "renew" } }),
  trick_won: won,
  captured,
  turned_up: turnedUp,
  hunt_ended: (_, __, after) => ({ view: after, ms: 700, fx: { kind: "end" } }),
};

export function scenes({ before, after, told }: Moment<View>): Scene<View, Fx>[] {
  let view = before;
  const steps: Scene<View, Fx>[] = [];
  for (const event of told) {
    const step = TELLERS[event.id]?.(view, event, after);
    if (!step) continue;
    view = step.view;
    steps.push({ ...step, told: event });
  }
  return steps;
}
