// Small facts about cards as they are drawn and said: symbols in printed order, signed points, the sentence of a card.
import type { KosmodraciCrew, KosmodraciDragon, KosmodraciUpper, KosmodraciView } from "../../protocol";
import type { Speaker } from "../contract";

export const KINDS = ["research", "morale", "crime"] as const;
export type Kind = (typeof KINDS)[number];

/** The rule that says what each scoring card gives. */
export const RULE_OF: Record<Kind, string> = { research: "KD-21", morale: "KD-22", crime: "KD-23" };

/** The scoring symbols printed on a card or a dragon. */
export function symbolsOf(face: Pick<KosmodraciDragon, "R" | "M" | "C">): Kind[] {
  const numbers = [face.R ?? 0, face.M ?? 0, face.C ?? 0];
  return KINDS.flatMap((kind, i) => Array<Kind>(numbers[i]!).fill(kind));
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** Points as they are printed on a crew card: signs of +2 and −1; a number of its own where these do not make it. */
export function printedPoints(points: number): number[] {
  const sign = points > 0 ? 2 : -1;
  const signs = points / sign;
  return points !== 0 && (!Number.isInteger(signs) || signs > MOST_SIGNS)
    ? [points]
    : Array<number>(signs || 0).fill(sign);
}
const MOST_SIGNS = 3;

/** A crew card in one sentence. */
export function cardLabel(say: Speaker, face: KosmodraciCrew): string {
  return say.ui("card", {
    card: face.v,
    effects: face.fx ?? [],
    symbols: symbolsOf(face),
    points:
      printedPoints(face.p ?? 0)
        .map(signed)
        .join(" ") || "0",
  });
}

/** The upper part of a card that lies under another, in one sentence. */
export function upperLabel(say: Speaker, face: KosmodraciUpper): string {
  return say.ui("upper", {
    symbols: symbolsOf(face),
    points:
      printedPoints(face.p ?? 0)
        .map(signed)
        .join(" ") || "0",
  });
}

export function dragonLabel(say: Speaker, face: KosmodraciDragon): string {
  return say.ui("dragon", { points: face.p, symbols: symbolsOf(face) });
}

/** The card with this value in the crew list; -1: there is none. */
export function cardOfValue(view: KosmodraciView, value: unknown): number {
  return view.crew.findIndex((face) => face.v === value);
}

/** The seats in the order in which they play to this trick. */
export function playOrder(view: KosmodraciView): number[] {
  return Array.from({ length: view.players }, (_, i) => (view.lead + i) % view.players);
}

/** Lines of a text that are at most about so many letters long, broken between words. */
export function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A name that fits into so many letters. */
export function shortened(name: string, letters: number): string {
  return name.length <= letters ? name : `${name.slice(0, Math.max(1, letters - 1))}…`;
}
