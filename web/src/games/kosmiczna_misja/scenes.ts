// What happened at the table as a list of steps: the die, the tile that turns and clicks in, halves that join, the refill.
import type { KosmicznaMisjaPlanetView, KosmicznaMisjaView, Told } from "../../protocol";
import type { Moment, Scene } from "../contract";
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

const number = (told: Told, name: string) => Number(told.args[name]);

/** The quadrant of an event; a planet begins in the first one. */
function quadrantOf(told: Told): number {
  return Math.max(
    0,
    QUADRANTS.findIndex((name) => name === told.args.quadrant),
  );
}

function withPlanet(view: View, seat: number, planet: number, becomes: KosmicznaMisjaPlanetView): View {
  const planets = [...view.everybody[seat]!.planets];
  planets[planet] = becomes;
  const everybody = view.everybody.map((player, i) => (i === seat ? { ...player, planets } : player));
  return { ...view, everybody };
}

/** The tile lies on its planet; the bank is not filled up yet. */
function laid(view: View, after: View, told: Told): View {
  const [seat, planet] = [number(told, "seat"), number(told, "planet")];
  const becomes = after.everybody[seat]!.planets[planet];
  if (!becomes) return after;
  const bank = view.bank.filter((tile) => tile.number !== told.args.tile);
  return withPlanet({ ...view, bank }, seat, planet, { ...becomes, finished: false });
}

/** The tile lies in the box; the planet has kept its number even if nothing is left of it. */
function lifted(view: View, after: View, told: Told): View {
  const [seat, planet] = [number(told, "seat"), number(told, "planet")];
  const was = view.everybody[seat]?.planets[planet];
  if (!was) return after;
  const gone = quadrantOf(told);
  const tiles = was.tiles.map((tile, q) => (q === gone ? null : tile));
  return { ...withPlanet(view, seat, planet, { ...was, tiles, finished: false }), box: after.box };
}

/** Where in the bank the tile of an event lies. */
function slotOf(view: View, told: Told): number | null {
  const slot = view.bank.findIndex((tile) => tile.number === told.args.tile);
  return slot < 0 ? null : slot;
}

/** Edges of the tile just laid where stations have been joined. */
function joinedEdges(view: View, told: Told, quadrant: number): number[] {
  const planet = view.everybody[number(told, "seat")]?.planets[number(told, "planet")];
  const met = metEdges(planet?.tiles ?? [], view.joined);
  return met.filter((q) => q === quadrant || (q + 1) % QUADRANTS.length === quadrant);
}

/** One step after another; each starts from the table the step before it left. */
export function scenes({ before, after, told }: Moment<View>): Scene<View, Fx>[] {
  let view = before;
  let hole: number | null = null;
  let quadrant = 0;
  const steps: Scene<View, Fx>[] = [];
  const show = (event: Told, kind: Fx["kind"], more: Partial<Fx> = {}) =>
    steps.push({ view, ms: LENGTHS[kind], told: event, fx: { kind, hole, ...more } });
  for (const event of told) {
    const whose = { seat: number(event, "seat"), planet: number(event, "planet") };
    switch (event.id) {
      case "rolled":
        view = { ...view, roll: number(event, "roll") };
        show(event, "roll", { seat: whose.seat });
        break;
      case "founded":
      case "added":
        hole = slotOf(view, event);
        quadrant = quadrantOf(event);
        view = laid(view, after, event);
        show(event, "lay", { ...whose, tile: number(event, "tile") });
        break;
      case "joined":
        show(event, "join", { ...whose, edges: joinedEdges(view, event, quadrant) });
        break;
      case "finished":
        show(event, "finish", whose); // it shines where it was built, and then moves to the finished ones
        view = { ...view, everybody: after.everybody };
        break;
      case "discarded":
        view = lifted(view, after, event);
        show(event, "discard", { ...whose, tile: number(event, "tile"), quadrant: quadrantOf(event) });
        break;
      case "refilled":
        hole = null;
        view = { ...view, bank: after.bank, stack: after.stack };
        show(event, "refill", { tile: number(event, "tile") });
        break;
      case "skipped":
        show(event, "skip", { seat: whose.seat });
        break;
      default:
        view = after;
        show(event, event.id === "ended" ? "end" : "note", whose);
    }
  }
  return steps;
}
