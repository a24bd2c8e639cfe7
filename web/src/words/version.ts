// Which version of a game's rules is meant: a table keeps the one that it began with.

/** A version, or the newest one. */
export type Rules = number | null;

/** The end of an address that names it. */
export const ofRules = (rules: Rules): string => (rules === null ? "" : `?rules=${rules}`);

/** The rules page that a table was played by. */
export const rulesAt = (game: string, rules: Rules, id = ""): string =>
  `/g/${game}/rules${ofRules(rules)}${id && `#${id}`}`;
