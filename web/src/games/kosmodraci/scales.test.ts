// What is printed on scoring cards is read from the rules in every language.
import { describe, expect, it } from "vitest";
import cs from "../../../../docs/rules/cs/kosmodraci.md?raw";
import en from "../../../../docs/rules/kosmodraci.md?raw";
import pl from "../../../../docs/rules/pl/kosmodraci.md?raw";
import { KINDS, RULE_OF } from "./labels";
import { readScale } from "./scales";

describe.each([
  ["en", en],
  ["pl", pl],
  ["cs", cs],
])("the scoring cards in %s", (_, rules) => {
  it.each(KINDS)("say two things on each side: %s", (kind) => {
    const sentence = rules.split("\n").find((line) => line.startsWith(`- **${RULE_OF[kind]}**`))!;
    const scale = readScale(sentence)!;
    const numbers = (lines: readonly string[]) => lines.map((line) => line.match(/[+−]\d+$/)?.[0]);
    expect(numbers(scale.A)).toEqual(["+10", "+5"]);
    expect(numbers(scale.B)).toEqual(["−10", "−5"]);
  });
});

it("has nothing to print when the sentence is another one", () => {
  expect(readScale("There are three scoring cards.")).toBeNull();
});
