// Shots and what the ruler measures, in words: for lists, for the panel and for screen readers.
import type { Speaker } from "../contract";
import type { KosmicznaEskadraView as View } from "../../protocol";
import { sideOf } from "./labels";
import { HAIR, laserOf, type Entry, type Gun, type Met, type Proof } from "./proof";
import type { Measured } from "./ruler";

const tenths = (value: number): number => Math.round(value);

function sideLabel(say: Speaker, view: View, gun: Gun): string {
  const { dx, dy } = laserOf(view, gun);
  return sideOf(say, dx, dy);
}

export const gunLabel = (say: Speaker, view: View, gun: Gun): string =>
  say.ui("laser", { power: laserOf(view, gun).power, side: sideLabel(say, view, gun) });

const named = (view: View, ship: number) => ({
  seat: view.table[ship]!.owner,
  ship: view.squadron[view.table[ship]!.card]!.name,
});

export const shipName = (say: Speaker, view: View, ship: number): string =>
  say.ui("thing.owned", named(view, ship));

/** `Ada: Duch, 2 front` */
export const gunName = (say: Speaker, view: View, gun: Gun): string =>
  say.ui("shot.gun", { ...named(view, gun.ship), laser: gunLabel(say, view, gun) });

/** What a shot ended at, as a thing. */
function thing(say: Speaker, view: View, met: Met, target: number): string {
  if (met === "asteroid") return say.ui("thing.asteroid");
  return met === "shield"
    ? say.ui("thing.shield", named(view, target))
    : say.ui("thing.ship", named(view, target));
}

/** A shot in one line: who, with which laser, how far, at what. */
export function shotLabel(say: Speaker, view: View, shot: Proof): string {
  const gun = gunName(say, view, shot);
  if (shot.met === "space") return say.ui("shot.label_space", { gun });
  const what = thing(say, view, shot.met, shot.target);
  return say.ui("shot.label", { gun, what, n: tenths(shot.distance) });
}

interface Fact {
  name: string;
  text: string;
}

/** All about a shot, fact by fact. */
export function shotFacts(say: Speaker, view: View, shot: Proof): Fact[] {
  const facts = [
    { name: say.ui("shot.by"), text: say.name(view.table[shot.ship]!.owner) },
    {
      name: say.ui("shot.laser"),
      text: say.ui("shot.laser_of", {
        side: sideLabel(say, view, shot),
        power: shot.power,
        speed: shot.speed,
      }),
    },
    { name: say.ui("shot.met"), text: metText(say, view, shot) },
    { name: say.ui("shot.distance"), text: say.ui("shot.mm", { n: tenths(shot.distance) }) },
  ];
  if (shot.entry) {
    facts.push({ name: say.ui("shot.entry"), text: entryText(say, shot.entry) });
    facts.push({ name: say.ui("shot.shield"), text: shieldText(say, shot.met, shot.entry) });
  }
  return facts;
}

function metText(say: Speaker, view: View, { met, target, power }: Proof): string {
  if (met === "space") return say.ui("shot.met_space");
  if (met === "asteroid") return say.ui("shot.met_asteroid", { power });
  const args = { ...named(view, target), power };
  return met === "shield" ? say.ui("shot.met_shield", args) : say.ui("shot.met_ship", args);
}

function entryText(say: Speaker, { edge, at, corner, away }: Entry): string {
  const [of, from] = [say.ui(`edge.${edge}`), say.ui(`corner.${corner}`)];
  if (away < HAIR) return say.ui("shot.entry_corner", { corner: from });
  return say.ui("shot.entry_edge", {
    edge: of,
    corner: from,
    n: tenths(Math.abs(at)),
    away: tenths(away),
  });
}

function shieldText(say: Speaker, met: Met, { at, half, shields }: Entry): string {
  if (shields.length === 0) return say.ui("shot.shield_none");
  if (shields.some(([low, high]) => low <= -half && high >= half)) return say.ui("shot.shield_whole");
  if (met === "shield") return say.ui("shot.shield_here");
  const beside = Math.min(...shields.map(([low, high]) => Math.max(low - at, at - high, 0)));
  return say.ui("shot.shield_beside", { n: tenths(beside) });
}

/** What the ruler says, a sentence or two. */
export function measuredText(say: Speaker, view: View, found: Measured, target: number): string {
  const args = named(view, target);
  const said = [];
  switch (found.verdict) {
    case "own":
      return say.ui("ruler.own");
    case "struck":
      return say.ui("ruler.struck", { ...args, n: tenths(distanceTo(found)) });
    case "gone":
      return found.gone === 0
        ? say.ui("ruler.taken_off", args)
        : say.ui("ruler.gone", { ...args, speed: found.gone });
    case "unfired":
      said.push(say.ui("ruler.unfired"));
      break;
    case "stopped":
      return say.ui("ruler.stopped", { ...args, ...stoppedBy(say, view, found) });
  }
  said.push(passing(say, found, args));
  if (found.stopped) said.push(say.ui("ruler.before", stoppedBy(say, view, found)));
  return said.join(" ");
}

function passing(say: Speaker, found: Measured, args: { seat: number; ship: string }): string {
  if (found.verdict === "unfired" && found.distance === 0) return say.ui("ruler.through", args);
  const { corner, edge } = found.entry;
  const place = found.where === "corner" ? say.ui(`corner.${corner}`) : say.ui(`edge.${edge}`);
  if (found.distance < HAIR) return say.ui("ruler.hair", { ...args, place });
  return say.ui("ruler.passes", { ...args, place, n: tenths(found.distance) });
}

const distanceTo = ({ way, on }: Measured): number => Math.hypot(on.x - way.from.x, on.y - way.from.y);

function stoppedBy(say: Speaker, view: View, { stopped }: Measured): { what: string; n: number } {
  return {
    what: thing(say, view, stopped!.met, stopped!.target),
    n: tenths(stopped!.after),
  };
}
