// A moment of a game as an address says it: `#move=12&seat=1`, through whose eyes and after which move.
/** A seat's eyes, everything open, or what everybody could see (null). */
export type Eyes = number | "open" | null;

interface MomentLink {
  move: number | null;
  /** undefined: the address leaves it open */
  eyes: Eyes | undefined;
}

export function readMoment(hash: string): MomentLink {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const move = /^\d{1,6}$/.exec(said.get("move") ?? "");
  return { move: move ? Number(move[0]) : null, eyes: readEyes(said.get("seat")) };
}

export function writeMoment(move: number, eyes: Eyes): string {
  return `#move=${move}&seat=${writeEyes(eyes)}`;
}

export function writeEyes(eyes: Eyes): string {
  return eyes === null ? "all" : String(eyes);
}

export function readEyes(text: string | null): Eyes | undefined {
  if (text === "open") return "open";
  if (text === "all") return null;
  return text !== null && /^[0-4]$/.test(text) ? Number(text) : undefined;
}
