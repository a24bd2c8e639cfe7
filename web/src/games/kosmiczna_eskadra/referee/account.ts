// What the referee said, in words: every event with the numbers of the rules behind it, by speed step.
import { proofOf } from "../proof";
import { shotLabel } from "../proofWords";
import type { Speaker } from "../../contract";
import type { KosmicznaEskadraJudged as Judged, KosmicznaEskadraView as View, Told } from "../../../protocol";

/** The rules behind what is told; those of a shot depend on where it ended. */
export const RULES: Record<string, readonly string[]> = {
  illegal_ship: ["KE-9", "KE-11", "KE-B3"],
  illegal_asteroid: ["KE-9", "KE-11", "KE-B5"],
  illegal_off: ["KE-11", "KE-33"],
  fired_space: ["KE-13"],
  fired_asteroid: ["KE-13", "KE-14"],
  fired_ship: ["KE-13", "KE-15"],
  fired_shield: ["KE-13", "KE-16"],
  mined: ["KE-14"],
  ore_lost_asteroid: ["KE-23"],
  ore_lost_ship: ["KE-19"],
  seized: ["KE-30"],
  exploded_trophy: ["KE-17", "KE-20"],
  exploded_loss: ["KE-17", "KE-21"],
  exploded_removed: ["KE-17", "KE-22"],
  asteroid_gone: ["KE-24"],
};

interface Entry {
  text: string;
  rules: readonly string[];
}

/** Before the first shot `speed` is null. */
interface Step {
  speed: number | null;
  entries: Entry[];
}

export function accountOf({ told, after }: Pick<Judged, "told" | "after">, say: Speaker): Step[] {
  const steps: Step[] = [{ speed: null, entries: [] }];
  for (const one of told) {
    if (one.id === "speed_step") steps.push({ speed: Number(one.args.speed), entries: [] });
    else if (one.id in RULES) steps.at(-1)!.entries.push(entryOf(one, after as View, say));
  }
  return steps.filter((step) => step.entries.length > 0);
}

function entryOf(told: Told, after: View, say: Speaker): Entry {
  const { number, laser } = told.args as Record<string, number>;
  const shot = told.id.startsWith("fired_") && told.id !== "fired_space";
  const proof = shot ? proofOf(after, { ship: number!, laser: laser! }) : null;
  if (proof) return { text: shotLabel(say, after, proof), rules: proof.rules };
  const short = told.id === "mined" && isShort(told, after) ? ["KE-23"] : [];
  return { text: say.event(told), rules: [...RULES[told.id]!, ...short] };
}

/** Did the laser take less than its power, as there was not enough for all? */
function isShort({ args }: Told, after: View): boolean {
  const { number, laser, n } = args as Record<string, number>;
  const ship = after.table[number!];
  return (after.squadron[ship?.card ?? 0]?.lasers[laser!]?.power ?? 0) > n!;
}
