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

type Player = KosmicznaMisjaView["everybody"][number];
type Planet = KosmicznaMisjaPlanetView;

const NONE: Planet = {
  tiles: QUADRANTS.map(() => null),
  stations: 0,
  aliens: 0,
  needed_roll: 1,
  finished: false,
};

function withPlayer(view: View, seat: number, change: (player: Player) => Partial<Player>): View {
  const everybody = view.everybody.map((one, i) => (i === seat ? { ...one, ...change(one) } : one));
  return { ...view, everybody };
}

function withPlanet(view: View, seat: number, k: number, change: (planet: Planet) => Partial<Planet>): View {
  return withPlayer(view, seat, ({ planets }) => {
    const was = planets[k] ?? NONE;
    return { planets: [...planets.slice(0, k), { ...was, ...change(was) }, ...planets.slice(k + 1)] };
  });
}

/** The tile lies on its planet; the bank is not filled up yet. What is needed next, the server says. */
function laid(view: View, after: View, { seat, planet, tile }: Events["founded"], quadrant: number): View {
  const lain = view.bank.find((one) => one.number === tile)!;
  const bank = view.bank.filter((one) => one !== lain);
  return withPlanet({ ...view, bank }, seat, planet, (was) => ({
    tiles: was.tiles.map((old, q) => (q === quadrant ? lain : old)),
    stations: was.stations + lain.stations,
    aliens: was.aliens + lain.aliens,
    needed_roll: after.everybody[seat]!.planets[planet]?.needed_roll ?? was.needed_roll,
  }));
}

/** The tile lies in the box; the planet has kept its number even if nothing is left of it. */
function lifted(view: View, after: View, { seat, planet, quadrant }: Events["discarded"]): View {
  const tiles = view.everybody[seat]!.planets[planet]!.tiles;
  const gone = indexOf(quadrant);
  const left =
    tiles.filter((tile) => tile !== null).length > 1 ? after.everybody[seat]!.planets[planet]! : null;
  const counted = left && { stations: left.stations, needed_roll: left.needed_roll };
  return withPlanet({ ...view, box: [...view.box, tiles[gone]!] }, seat, planet, (was) => ({
    ...counted,
    tiles: tiles.map((tile, q) => (q === gone ? null : tile)),
    aliens: was.aliens - tiles[gone]!.aliens,
    finished: false,
  }));
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
        view = laid(view, after, event.args, quadrant);
        show(event, "lay", { seat, planet, tile });
        break;
      }
      case "joined": {
        const { seat, planet, n } = event.args;
        view = withPlanet(view, seat, planet, ({ stations }) => ({ stations: stations + n }));
        show(event, "join", { seat, planet, edges: joinedEdges(view, event.args, quadrant) });
        break;
      }
      case "finished": {
        const { seat, planet, n } = event.args;
        show(event, "finish", { seat, planet }); // it shines where it was built, then moves to the finished ones
        view = withPlanet(view, seat, planet, () => ({ finished: true }));
        view = withPlayer(view, seat, ({ score }) => ({ score: score + n }));
        break;
      }
      case "discarded": {
        const { seat, planet, tile } = event.args;
        view = lifted(view, after, event.args);
        show(event, "discard", { seat, planet, tile, quadrant: indexOf(event.args.quadrant) });
        break;
      }
      case "refilled": {
        const { tile, slot } = event.args;
        hole = null;
        view = { ...view, bank: view.bank.toSpliced(slot, 0, view.tiles[tile - 1]!), stack: view.stack - 1 };
        show(event, "refill", { tile });
        break;
      }
      case "skipped":
        show(event, "skip", { seat: event.args.seat });
        break;
      case "ended":
        view = { ...view, ended: event.args.how };
        show(event, "end");
        break;
      case "reopened": {
        const { seat, planet } = event.args;
        view = withPlayer(view, seat, () => ({ score: after.everybody[seat]!.score }));
        show(event, "note", { seat, planet });
        break;
      }
      case "vanished": {
        const { seat, planet } = event.args;
        view = withPlayer(view, seat, ({ planets }) => ({ planets: planets.toSpliced(planet, 1) }));
        show(event, "note", { seat, planet });
      }
    }
  }
  return steps;
}
