// Colours of the beams by their power, as on the cards: white, red, green.
export const POWER: readonly string[] = ["#ffffff", "#ffffff", "#ff7b6b", "#7dffa8"];
