// How many play where nobody said.
import type { GameAbout } from "../protocol";

const USUAL = 3; // most games are at their best with so many

export const usualPlayers = ({ players: [low, high] }: GameAbout): number =>
  Math.min(high, Math.max(low, USUAL));
