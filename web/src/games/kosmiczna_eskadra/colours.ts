// Colours of the beams by their power, as on the cards: white, red, green.
export const POWER: readonly string[] = ["var(--beam-1)", "var(--beam-1)", "var(--beam-2)", "var(--beam-3)"];
