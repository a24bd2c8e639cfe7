// The beams of a shoot-out that is over, to be looked at: all of them, those of one ship, or none beside the ruler.
import { readLook, type Proof } from "./proof";
import type { Shot } from "./scenes";

export function tracesOf(shots: readonly Proof[], looking: string | null): Shot[] {
  if (readLook(looking)?.ruler) return [];
  return shots
    .filter(({ ship }) => !looking?.startsWith("ship:") || looking === `ship:${ship}`)
    .map(({ line, power, met }) => ({ ...line, power, met }));
}
