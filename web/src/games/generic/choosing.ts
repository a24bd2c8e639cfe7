// What may be done as buttons: alike actions together under what they have in common, many of them step by step.
import type { Told } from "../../protocol";
import { capital } from "../../words/catalogue";
import type { PlainCard } from "./reading";

/** A button: an action, or a step that leads to several. */
export interface Choice {
  text: string;
  /** all of it in words */
  label: string;
  action: Told | null;
  inner: Branch | null;
}

/** Buttons that belong together, and what all of them say. */
export interface Branch {
  heading: string;
  choices: readonly Choice[];
}

export type Sentence = (action: Told) => string;

const MOST = 12; // buttons that are shown at once where there can be fewer ...
const MOST_LONG = 6; // ... and where each says much
const LONG = 2; // words, at most, on a short button
const MORE = "…";

/** All that may be done: what is one of its kind first, then each kind. */
export function branchesOf(legal: readonly Told[], sentence: Sentence): Branch[] {
  const kinds = groups(legal, (action) => action.id);
  const single = kinds.filter((kind) => kind.length === 1).flat();
  const several = kinds.filter((kind) => kind.length > 1).map((kind) => branchOf(kind, sentence));
  const alone = { heading: "", choices: single.map((action) => chosen(action, sentence)) };
  return single.length > 0 ? [alone, ...several] : several;
}

/** Actions of one kind. */
export function branchOf(actions: readonly Told[], sentence: Sentence): Branch {
  const choices = parts(actions, sentence).map((part) =>
    part.length === 1 ? chosen(part[0]!, sentence) : step(part, sentence),
  );
  const frame = frameOf(choices.map((one) => one.label));
  return { heading: frame.text, choices: choices.map((one) => ({ ...one, text: frame.inside(one.label) })) };
}

/** Together what has the same key, in the order in which the keys come. */
function groups(actions: readonly Told[], key: (action: Told) => string): (readonly Told[])[] {
  const found = new Map<string, Told[]>();
  for (const action of actions) found.set(key(action), [...(found.get(key(action)) ?? []), action]);
  return [...found.values()];
}

function chosen(action: Told, sentence: Sentence): Choice {
  const label = capital(sentence(action));
  return { text: label, label, action, inner: null };
}

function step(actions: readonly Told[], sentence: Sentence): Choice {
  const label = capital(frameOf(actions.map(sentence)).text || sentence(actions[0]!));
  return { text: label, label, action: null, inner: branchOf(actions, sentence) };
}

/** Few actions each by itself; many by the first thing in which they differ and some are alike. */
function parts(actions: readonly Told[], sentence: Sentence): (readonly Told[])[] {
  const alone = actions.map((action) => [action]);
  const texts = actions.map(sentence);
  const isLong = texts.map(frameOf(texts).inside).some((text) => text.split(" ").length > LONG);
  if (actions.length <= (isLong ? MOST_LONG : MOST)) return alone;
  for (const name of Object.keys(actions[0]!.args)) {
    const found = groups(actions, (action) => JSON.stringify(action.args[name]));
    if (found.length > 1 && found.length < actions.length) return found;
  }
  return alone;
}

/** What sentences have in common at their beginning and end, and what one of them says between. */
export function frameOf(sentences: readonly string[]): {
  text: string;
  inside: (sentence: string) => string;
} {
  const words = sentences.map((sentence) => sentence.split(" "));
  const least = Math.min(...words.map((one) => one.length)) - 1;
  const alike = (at: (one: readonly string[]) => string | undefined) => new Set(words.map(at)).size === 1;
  let [before, after] = [0, 0];
  if (sentences.length > 1) {
    while (before < least && alike((one) => one[before])) before += 1;
    while (after < least - before && alike((one) => one.at(-1 - after))) after += 1;
    if (words.some((one) => one.length - before - after > 1)) after = 0; // half of an expression says nothing
  }
  const [head, tail] = [words[0]!.slice(0, before), words[0]!.slice(words[0]!.length - after)];
  const text = before + after > 0 ? [...head, MORE, ...tail].join(" ") : "";
  const inside = (sentence: string) => {
    const all = sentence.split(" ");
    return capital(all.slice(before, all.length - after).join(" "));
  };
  return { text, inside };
}

/** Which actions are done with which card of the hand, by its place; and those done with none. */
export function byCard(
  legal: readonly Told[],
  cards: readonly PlainCard[],
): { with: ReadonlyMap<number, readonly Told[]>; rest: readonly Told[] } {
  const found = new Map<number, Told[]>();
  const rest: Told[] = [];
  for (const kind of groups(legal, (action) => action.id)) {
    const name = cardArgument(kind, cards);
    for (const action of kind) {
      const places =
        name === undefined ? [] : cards.flatMap((card, i) => (card.id === action.args[name] ? i : []));
      for (const place of places) found.set(place, [...(found.get(place) ?? []), action]);
      if (places.length === 0) rest.push(action);
    }
  }
  return { with: found, rest };
}

/** The argument that is a card of the hand in every action of a kind. */
function cardArgument(kind: readonly Told[], cards: readonly PlainCard[]): string | undefined {
  const held = new Set(cards.map((card) => card.id));
  return Object.keys(kind[0]!.args).find((name) => kind.every((action) => held.has(action.args[name])));
}
