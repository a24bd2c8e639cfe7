// How seats are told apart: each colour has a sign and a pattern of its own, so that colour is never alone.
interface ColourLook {
  /** CSS colour */
  fill: string;
  /** colour of signs and text on it, with enough contrast */
  ink: string;
  /** id of the SVG pattern in Patterns.svelte */
  pattern: string;
  /** path of the sign in a box from -10 to 10 */
  sign: string;
}

const SIGNS: Record<string, string> = {
  red: "M0-9 9 7-9 7Z", // triangle
  blue: "M-9-9H-2V9H-9ZM2-9H9V9H2Z", // two bars
  yellow: "M0-10 2.9-3.1 10-3.1 4.5 1.5 6.4 8.6 0 4.4-6.4 8.6-4.5 1.5-10-3.1-2.9-3.1Z", // star
  black: "M-9-3H-3V-9H3V-3H9V3H3V9H-3V3H-9Z", // cross
  green: "M10 0A10 10 0 1 1-10 0 10 10 0 1 1 10 0ZM5.5 0A5.5 5.5 0 1 0-5.5 0 5.5 5.5 0 1 0 5.5 0Z", // ring
  purple: "M-8-10H8L0 0 8 10H-8L0 0Z", // hourglass
};
const INKS: Record<string, string> = { black: "var(--bright)" };

export function lookOf(colour: string): ColourLook {
  return {
    fill: `var(--seat-${colour}, var(--seat-other))`,
    ink: INKS[colour] ?? "var(--outline)",
    pattern: `url(#pattern-${colour in SIGNS ? colour : "other"})`,
    sign: SIGNS[colour] ?? "M-9-6H9V6H-9Z",
  };
}
