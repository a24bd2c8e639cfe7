// What happened at the table as a list of steps: the die, the tile that turns and clicks in, halves that join, the refill.
import type { KosmicznaMisjaPlanetView, KosmicznaMisjaView } from "../../protocol";
import type { Moment, Scene } from "../contract";
import type { Events, GameEvent } from "./messages";
import { metEdges, QUADRANTS } from "./shapes";

type View = KosmicznaMisjaView;

/** The effect of a step; `hole` is the place in the bank whose tile has just been taken. */
export interface Fx {
  kind: "roll" | "lay" | "join" | "finish" | "discard" | "skip" | "refill" | "end" | "note";
  hole: number | null;
  seat?: number;
  planet?: number;
  /** the tile that flies */
  tile?: number;
  /** where it lay on the planet */
  quadrant?: number;
  /** edges that join, by the quadrant before them */
  edges?: number[];
}

const LENGTHS: Record<Fx["kind"], number> = {
  roll: 750,
  lay: 700,
  join: 650,
  finish: 850,
  discard: 700,
  skip: 600,
  refill: 450,
  end: 500,
  note: 500,
};

/** A quadrant of an event; a planet begins in the first one. */
const indexOf = (quadrant: Events["added"]["quadrant"] = QUADRANTS[0]!) => QUADRANTS.indexOf(quadrant);

function withPlanet(view: View, seat: number, planet: number, becomes: KosmicznaMisjaPlanetView): View {
  const planets = [...view.everybody[seat]!.planets];
  planets[planet] = becomes;
  const everybody = view.everybody.map((player, i) => (i === seat ? { ...player, planets } : player));
  return { ...view, everybody };
}

/** The tile lies on its planet; the bank is not filled up yet. */
function laid(view: View, after: View, { seat, planet, tile }: Events["founded"]): View {
  const becomes = after.everybody[seat]!.planets[planet];
  if (!becomes) return after;
  const bank = view.bank.filter((one) => one.number !== tile);
  return withPlanet({ ...view, bank }, seat, planet, { ...becomes, finished: false });
}

/** The tile lies in the box; the planet has kept its number even if nothing is left of it. */
function lifted(view: View, after: View, { seat, planet, quadrant }: Events["discarded"]): View {
  const was = view.everybody[seat]?.planets[planet];
  if (!was) return after;
  const gone = indexOf(quadrant);
  const tiles = was.tiles.map((tile, q) => (q === gone ? null : tile));
  const left = tiles.some((tile) => tile !== null) ? after.everybody[seat]!.planets[planet]! : was;
  return { ...withPlanet(view, seat, planet, { ...left, tiles, finished: false }), box: after.box };
}

/** Where in the bank a tile lies. */
function slotOf(view: View, number: number): number | null {
  const slot = view.bank.findIndex((tile) => tile.number === number);
  return slot < 0 ? null : slot;
}

/** Edges of the tile just laid where stations have been joined. */
function joinedEdges(view: View, { seat, planet }: Events["joined"], quadrant: number): number[] {
  const met = metEdges(view.everybody[seat]?.planets[planet]?.tiles ?? [], view.joined);
  return met.filter((q) => q === quadrant || (q + 1) % QUADRANTS.length === quadrant);
}

/** One step after another; each starts from the table the step before it left. */
export function scenes({ before, after, told }: Moment<View, GameEvent>): Scene<View, Fx>[] {
  let view = before;
  let hole: number | null = null;
  let quadrant = 0;
  const steps: Scene<View, Fx>[] = [];
  const show = (event: GameEvent, kind: Fx["kind"], more: Partial<Fx> = {}) =>
    steps.push({ view, ms: LENGTHS[kind], told: event, fx: { kind, hole, ...more } });
  for (const event of told) {
    switch (event.id) {
      case "rolled":
        view = { ...view, roll: event.args.roll };
        show(event, "roll", { seat: event.args.seat });
        break;
      case "founded":
      case "added": {
        const { seat, planet, tile } = event.args;
        hole = slotOf(view, tile);
        quadrant = indexOf(event.id === "added" ? event.args.quadrant : undefined);
        view = laid(view, after, event.args);
        show(event, "lay", { seat, planet, tile });
        break;
      }
      case "joined": {
        const { seat, planet } = event.args;
        show(event, "join", { seat, planet, edges: joinedEdges(view, event.args, quadrant) });
        break;
      }
      case "finished": {
        const { seat, planet } = event.args;
        show(event, "finish", { seat, planet }); // it shines where it was built, then moves to the finished ones
        view = { ...view, everybody: after.everybody };
        break;
      }
      case "discarded": {
        const { seat, planet, tile } = event.args;
        view = lifted(view, after, event.args);
        show(event, "discard", { seat, planet, tile, quadrant: indexOf(event.args.quadrant) });
        break;
      }
      case "refilled":
        hole = null;
        view = { ...view, bank: after.bank, stack: after.stack };
        show(event, "refill", { tile: event.args.tile });
        break;
      case "skipped":
        show(event, "skip", { seat: event.args.seat });
        break;
      case "ended":
        view = after;
        show(event, "end");
        break;
      case "reopened":
      case "vanished": {
        const { seat, planet } = event.args;
        view = after;
        show(event, "note", { seat, planet });
      }
    }
  }
  return steps;
}
