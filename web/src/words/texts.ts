// What strangers wrote, as it may stand in our sentences: in its own direction, and without what disturbs.

/** Letters that are written from right to left; anything else leaves its neighbours where they are. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const [BEGIN, END] = ["\u2068", "\u2069"];

/** A name that turns nothing around it: in sentences, labels and titles, where no markup can stand. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) && !name.startsWith(BEGIN) ? BEGIN + name + END : name;
}

const LONGEST = 24; // characters, as the server has it
const UNSEEN = /(?![\u200c\u200d\ufe0f])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const HEAPED = /(\p{M}{4})\p{M}+/gu;

/** A name that comes from a link instead of the server, which would have refused or cleaned it. */
export function cleanName(text: string): string {
  const seen = text.normalize("NFC").replace(/\s+/gu, " ").replace(UNSEEN, "").replace(HEAPED, "$1");
  return Array.from(seen.trim()).slice(0, LONGEST).join("");
}
