// The beams of a shoot-out that is over, to be looked at: all of them, or those of one ship.
import type { KosmicznaEskadraView as View } from "../../protocol";
import { shotOf } from "./geometry";
import type { Shot } from "./scenes";

export function tracesOf(view: View, looking: string | null): Shot[] {
  if (view.stage !== "between" && view.stage !== "done") return [];
  return view.table.flatMap((ship, i) => {
    if (looking?.startsWith("ship:") && looking !== `ship:${i}`) return [];
    return ship.struck.flatMap(({ what }, laser) => {
      const line = shotOf(view, ship, laser);
      const { power } = view.squadron[ship.card]!.lasers[laser]!;
      return line ? [{ ...line, power, met: what as Shot["met"] }] : [];
    });
  });
}
