// What happened, step by step: a card laid, Stop, and the shoot-out shot by shot from what the server told.
import type { Moment, Scene, ToldAs } from "../contract";
import type {
  KosmicznaEskadraPlayerView as Player,
  KosmicznaEskadraShipView as Ship,
  KosmicznaEskadraView as View,
} from "../../protocol";
import { onTable, wayOf, type Line, type Point } from "./geometry";
import type { Events, GameEvent } from "./messages";
import { shieldAt, type Met } from "./proof";

export interface Shot extends Line {
  power: number;
  /** what it met */
  met: Met;
  /** the shield that stopped it, as it lies on the table */
  shield?: Line;
}

/** Ore on its way; where nobody gets it, it ends where it began. */
interface Haul extends Line {
  n: number;
}

type What =
  | { kind: "lay"; ship: number }
  | { kind: "stop" }
  /** a card is taken off; `to` is the seat whose base it goes to */
  | { kind: "illegal"; ship: number; to: number | null }
  | { kind: "speed"; speed: number }
  /** all shots of the step so far; the last `fresh` ones are being fired */
  | { kind: "shots"; speed: number; shots: readonly Shot[]; fresh: number; ship: number }
  | { kind: "ore"; hauls: readonly Haul[] }
  | { kind: "boom"; ship: number; to: number | null }
  /** points are counted out: the seat it is about, and those counted so far */
  | { kind: "score"; seat: number | null; counted: readonly number[] };

type One<Id extends keyof Events> = ToldAs<Pick<Events, Id>>;
type Fired = One<"fired_ship" | "fired_shield" | "fired_asteroid" | "fired_space">;
type Exploded = One<"exploded_trophy" | "exploded_loss" | "exploded_removed">;

const FATES = { exploded_trophy: "trophy", exploded_loss: "loss", exploded_removed: "removed" } as const;

/** An effect; where there is much to show, it takes only this part of its time. */
export type Fx = What & { pace: number };

/** Milliseconds of each kind of event when there is time. */
const PACE: Partial<Record<GameEvent["id"], number>> = {
  released: 450,
  dropped: 450,
  stop: 800,
  stop_clock: 800,
  stop_full: 800,
  illegal_ship: 1000,
  illegal_asteroid: 1000,
  illegal_off: 1000,
  speed_step: 550,
  fired_ship: 700,
  fired_shield: 700,
  fired_asteroid: 600,
  fired_space: 450,
  mined: 650,
  seized: 650,
  ore_lost_asteroid: 600,
  ore_lost_ship: 500,
  exploded_trophy: 1300,
  exploded_loss: 1300,
  exploded_removed: 900,
  asteroid_gone: 600,
  scored: 1200,
  round_won: 2500,
  round_tied: 2500,
  match_won: 900,
  round_begun: 700,
};
const LONGEST = 15_000; // a whole shoot-out, before the points are counted
const SHORTEST = 120; // one step of it
const MANY = 40; // shots

export function scenes(moment: Moment<View, GameEvent>): Scene<View, Fx>[] {
  const { before, after } = moment;
  if (before.options.mode === "lightning" && after.stage === "placing") return []; // nobody waits in a race
  const teller = new Teller(moment);
  for (const told of moment.told) teller.tell(told);
  return paced(teller.scenes);
}

/** Many shots are shown faster, so that nobody waits long; the points at the end take their time. */
function paced(all: Scene<View, Fx>[]): Scene<View, Fx>[] {
  const fought = all.filter((scene) => scene.fx?.kind !== "score");
  const pace = Math.min(1, LONGEST / fought.reduce((sum, scene) => sum + scene.ms, 0));
  return all.map((scene) =>
    scene.fx?.kind === "score"
      ? scene
      : {
          ...scene,
          ms: Math.max(SHORTEST, Math.round(scene.ms * pace)),
          fx: scene.fx && { ...scene.fx, pace },
        },
  );
}

/** What a laser has met, by its number. */
function numberOf(told: Fired): number {
  if (told.id === "fired_space") return 0;
  return told.id === "fired_asteroid" ? told.args.asteroid : told.args.to_number;
}

class Teller {
  readonly scenes: Scene<View, Fx>[] = [];
  private view: View;
  private speed = 0;
  private shots: Shot[] = [];
  private hauls: Haul[] = [];
  private counted: readonly number[] = [];
  private readonly crowded: boolean;

  constructor(private readonly moment: Moment<View, GameEvent>) {
    this.view = moment.before;
    this.crowded = moment.told.filter(({ id }) => id.startsWith("fired_")).length > MANY;
  }

  /** One event; those without a picture of their own are left to the caption of their neighbours and to the log. */
  tell(told: GameEvent): void {
    switch (told.id) {
      case "released":
      case "dropped":
        return this.lay(told);
      case "kept":
      case "kept_own":
        return this.emptyHand(told.args.seat);
      case "stop":
      case "stop_clock":
      case "stop_full":
        this.view = {
          ...this.view,
          stage: "stopping",
          stopped_by: "seat" in told.args ? told.args.seat : null,
        };
        return this.show(told, { kind: "stop" });
      case "illegal_ship":
      case "illegal_asteroid":
      case "illegal_off":
        this.show(told, { kind: "illegal", ship: told.args.number, to: told.args.seat });
        return this.changeShip(told.args.number, () => ({ fate: "hangar" }));
      case "speed_step":
        [this.speed, this.shots] = [told.args.speed, []];
        return this.show(told, { kind: "speed", speed: this.speed });
      case "fired_ship":
      case "fired_shield":
      case "fired_asteroid":
      case "fired_space":
        return this.fire(told);
      case "mined":
        return this.mine(told);
      case "seized":
        return this.seize(told);
      case "ore_lost_asteroid": {
        const { asteroid, n } = told.args;
        return this.loseOre(told, this.asteroidAt(asteroid), n, () => this.changeAsteroid(asteroid, -n));
      }
      case "ore_lost_ship": {
        const { number, n } = told.args;
        return this.loseOre(told, this.shipAt(number), n, () => this.changeShip(number, () => ({ ore: 0 })));
      }
      case "exploded_trophy":
      case "exploded_loss":
      case "exploded_removed":
        return this.explode(told);
      case "asteroid_gone":
        this.changeAsteroid(told.args.asteroid, 0, false);
        return this.show(told, null);
      case "scored": {
        const { seat, n } = told.args;
        this.changePlayer(seat, () => ({ points: n }));
        this.counted = [...this.counted, seat];
        return this.count(told, seat);
      }
      case "round_won": {
        const { seat, n } = told.args;
        this.changePlayer(seat, () => ({ wins: n }));
        this.view = { ...this.view, winner: seat };
        return this.count(told, seat);
      }
      case "round_tied":
        this.view = { ...this.view, winner: null };
        return this.count(told, null);
      case "match_won":
        return this.count(told, told.args.seat);
      case "round_begun":
        this.view = { ...this.moment.after, held: null };
        return this.show(told, null);
    }
  }

  private show(told: GameEvent, what: What | null): void {
    const fx = what && { ...what, pace: 1 };
    this.scenes.push({ view: this.view, ms: PACE[told.id] ?? 400, told, fx });
  }

  /** The shoot-out is over: what it has done stays to be looked at. */
  private count(told: GameEvent, seat: number | null): void {
    this.view = { ...this.view, stage: this.moment.after.stage };
    this.show(told, { kind: "score", seat, counted: this.counted });
  }

  private changeShip(i: number, change: (ship: Ship) => Partial<Ship>): void {
    const table = this.view.table.map((ship, k) => (k === i ? { ...ship, ...change(ship) } : ship));
    this.view = { ...this.view, table };
  }

  private changePlayer(seat: number, change: (player: Player) => Partial<Player>): void {
    const everybody = this.view.everybody.map((one, k) => (k === seat ? { ...one, ...change(one) } : one));
    this.view = { ...this.view, everybody };
  }

  private changeAsteroid(k: number, ore: number, there = true): void {
    const asteroids = this.view.asteroids.map((rock, i) =>
      i === k ? { ...rock, ore: rock.ore + ore, there } : rock,
    );
    this.view = { ...this.view, asteroids };
  }

  private shipAt(i: number): Point {
    return this.view.table[i]?.pose ?? { x: 0, y: 0 };
  }

  private asteroidAt(k: number): Point {
    return this.view.asteroids[k]?.pose ?? { x: 0, y: 0 };
  }

  /** The card as it lies before anything was fired. */
  private lay(told: One<"released" | "dropped">): void {
    const { seat, ship: name, number: i, x, y, rot } = told.args;
    const { squadron, everybody } = this.view;
    const card = everybody[seat]!.unplayed.find((one) => squadron[one]!.name === name)!;
    const untouched: Ship = {
      owner: seat,
      card,
      pose: { x, y, rot },
      fate: "afloat",
      taker: null,
      ore: 0,
      damage: everybody.map(() => 0),
      struck: squadron[card]!.lasers.map(() => ({ what: null, number: 0 })),
    };
    this.view = { ...this.view, table: [...this.view.table.slice(0, i), untouched] };
    this.emptyHand(seat);
    this.changePlayer(seat, ({ unplayed }) => ({ unplayed: unplayed.filter((one) => one !== card) }));
    this.show(told, { kind: "lay", ship: i });
  }

  /** The card was laid, or goes back to those that have not been played. */
  private emptyHand(seat: number): void {
    this.changePlayer(seat, () => ({ holds: false }));
    if (seat === this.view.seat) this.view = { ...this.view, held: null, held_at: null };
  }

  private fire(told: Fired): void {
    const { number: i, laser, power } = told.args;
    const ship = this.view.table[i];
    const printed = ship && this.view.squadron[ship.card]?.lasers[laser];
    if (!ship || !printed) return;
    const met = told.id.slice("fired_".length) as Met;
    const from = onTable(ship.pose, printed.x, printed.y);
    const to =
      told.id === "fired_space"
        ? wayOf(ship.pose, printed, this.view.table_size).to
        : { x: told.args.x, y: told.args.y };
    const shield = told.id === "fired_shield" ? this.shieldOf(told.args.to_number, to) : undefined;
    this.shots = [...this.shots, { from, to, power, met, shield }];
    const fresh = this.broadside(i) + 1;
    const struck = { what: met, number: numberOf(told) };
    this.changeShip(i, (one) => ({ struck: one.struck.map((was, k) => (k === laser ? struck : was)) }));
    if (told.id === "fired_ship")
      this.changeShip(told.args.to_number, ({ damage }) => ({
        damage: damage.map((n, seat) => (seat === ship.owner ? n + power : n)),
      }));
    this.show(told, { kind: "shots", speed: this.speed, shots: this.shots, fresh, ship: i });
  }

  /** The shield of a ship that a shot ended at. */
  private shieldOf(i: number, at: Point): Line | undefined {
    const ship = this.view.table[i];
    const shield = ship && shieldAt(this.view, ship, at);
    if (!ship || !shield) return undefined;
    return {
      from: onTable(ship.pose, shield.x1, shield.y1),
      to: onTable(ship.pose, shield.x2, shield.y2),
    };
  }

  /** Where there are many shots, those of one ship are fired together: how many already were. */
  private broadside(ship: number): number {
    const last = this.scenes.at(-1)?.fx;
    if (!this.crowded || last?.kind !== "shots" || last.ship !== ship) return 0;
    this.scenes.pop();
    return last.fresh;
  }

  /** What the lasers of a step mine is carried home together. */
  private mine(told: One<"mined">): void {
    const { asteroid, number, n } = told.args;
    const haul = { from: this.asteroidAt(asteroid), to: this.shipAt(number), n };
    const last = this.scenes.at(-1);
    const together = last?.fx?.kind === "ore" && last.told?.id === "mined";
    this.hauls = together ? [...this.hauls, haul] : [haul];
    if (together) this.scenes.pop();
    this.changeShip(number, (ship) => ({ ore: ship.ore + n }));
    this.changeAsteroid(asteroid, -n);
    this.show(told, { kind: "ore", hauls: this.hauls });
  }

  private seize(told: One<"seized">): void {
    const { number, from_number: wreck, n } = told.args;
    const haul = { from: this.shipAt(wreck), to: this.shipAt(number), n };
    this.changeShip(number, (ship) => ({ ore: ship.ore + n }));
    this.changeShip(wreck, (ship) => ({ ore: ship.ore - n }));
    this.show(told, { kind: "ore", hauls: [haul] });
  }

  private loseOre(told: GameEvent, at: Point, n: number, change: () => void): void {
    change();
    this.show(told, { kind: "ore", hauls: [{ from: at, to: at, n }] });
  }

  private explode(told: Exploded): void {
    const fate = FATES[told.id];
    const { number, seat } = told.args;
    const taker = told.id === "exploded_trophy" ? told.args.taker : fate === "loss" ? seat : null;
    this.show(told, { kind: "boom", ship: number, to: taker });
    this.changeShip(number, () => ({ fate, taker }));
  }
}

/** The sound that goes with each effect. */
export const SOUNDS: Record<Fx["kind"], "card" | "turn" | "laser" | "coin" | "die" | "end"> = {
  lay: "card",
  stop: "turn",
  illegal: "card",
  speed: "card",
  shots: "laser",
  ore: "coin",
  boom: "die",
  score: "coin",
};
