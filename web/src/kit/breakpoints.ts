// Where pages and drawings change their shape; styles write `@media (--phone)`, and a number stands nowhere but here.
const PHONE = 600; // pixels
const TABLET = 760;
const WIDE = 1000; // a panel has room beside the board
const LOW = 480; // a phone on its side
const SHALLOW = 420;
const LONG = 500;
const LANDSCAPE = "115 / 100";
const COLUMN = "32rem"; // two columns of text have room beside each other

const BREAKPOINTS: Record<string, string> = {
  // of the window
  phone: `(max-width: ${PHONE}px)`,
  tablet: `(min-width: ${TABLET}px)`,
  narrow: `(max-width: ${WIDE - 1}px)`,
  wide: `(min-width: ${WIDE}px)`,
  low: `(max-height: ${LOW}px)`,
  sideways: `(max-height: ${LOW}px) and (min-width: ${PHONE}px) and (max-width: ${WIDE - 1}px)`,
  // of the place that a drawing has
  beside: `(min-aspect-ratio: ${LANDSCAPE}) and (min-width: ${COLUMN})`,
  below: `((max-aspect-ratio: ${LANDSCAPE}) or (max-width: ${COLUMN}))`,
  short: "(max-height: 620px)",
  shallow: `(max-height: ${SHALLOW}px)`,
  slim: "(max-width: 20rem)",
};

/** For scripts: a panel stands beside the board. */
export const WIDE_WINDOW = BREAKPOINTS.wide!;

/** A table on a phone on its side: what lies below the rest elsewhere lies beside it. */
export const isShallow = (width: number, height: number): boolean => height <= SHALLOW && width >= LONG;

/** A style sheet, or a component with one, with the breakpoints in the place of their names. */
export const withBreakpoints = (code: string): string =>
  code.replace(/@(?:media|container)[^{]*/g, (rule) => rule.replace(/\(--([\w-]+)\)/g, resolved));

function resolved(_: string, name: string): string {
  const found = BREAKPOINTS[name];
  if (!found) throw new Error(`there is no breakpoint --${name}`);
  return found;
}
