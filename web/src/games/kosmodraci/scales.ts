// What is printed on the scoring cards, taken from the sentences of the rules that the server tells.
import { ruleSentences } from "../../rulebook/rules";
import { KINDS, RULE_OF, type Kind } from "./labels";

/** The lines of each side, such as "most +10". */
type Scale = Record<"A" | "B", readonly string[]>;
export interface Printed {
  scale: Scale | null;
  /** the whole sentence */
  sentence: string;
}

/** The two sides of a sentence such as "Research, side A: most +10, fewest +5. Side B: fewest −10, most −5." */
export function readScale(sentence: string): Scale | null {
  const sides = [...sentence.matchAll(/\b([AB]):\s*([^.:]+)\./g)];
  const lines = (side: string) =>
    sides
      .find(([, name]) => name === side)?.[2]
      ?.split(",")
      .map((line) => line.trim());
  const [a, b] = [lines("A"), lines("B")];
  return a && b ? { A: a, B: b } : null;
}

export async function printedScales(language: string): Promise<Record<Kind, Printed>> {
  const sentences = await ruleSentences(
    "kosmodraci",
    language,
    KINDS.map((kind) => RULE_OF[kind]),
  );
  const printed = KINDS.map((kind, i): [Kind, Printed] => {
    const sentence = sentences[i]!.text;
    return [kind, { scale: readScale(sentence), sentence }];
  });
  return Object.fromEntries(printed) as Record<Kind, Printed>;
}
