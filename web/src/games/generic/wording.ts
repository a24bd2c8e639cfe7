// How a plain table says fields, ids and numbers: by the game's words, else as they are written.
import { capital } from "../../words/catalogue";
import { isolated } from "../../words/texts";
import type { Speaker } from "../contract";
import { nameOf } from "./guessing";

export class Wording {
  private readonly numbers: Intl.NumberFormat;

  constructor(private readonly say: Speaker) {
    this.numbers = new Intl.NumberFormat(say.language);
  }

  /** What a field is called; `others` that are of every game have a word here. */
  label(path: string, other: string | null = null): string {
    return capital(this.say.field(path).word ?? other ?? this.words(nameOf(path)));
  }

  /** Has the game a word for this value of a field, or for the field? */
  isSaid(path: string, value: unknown): boolean {
    return this.say.field(path).word !== null || this.say.term(value) !== value;
  }

  /** An id in words. */
  words(id: string): string {
    const word = this.say.term(id);
    return word === id && /^[a-z0-9_]+$/.test(id) ? id.replaceAll("_", " ").trim() : word;
  }

  text(value: unknown): string {
    if (typeof value === "number") return this.numbers.format(value).replace("-", "−");
    return isolated(this.words(String(value)));
  }

  /** Several values; of words, what is there more than once is said once. */
  list(values: readonly unknown[]): string {
    const texts = values.map((one) => (one === null ? "–" : this.text(one)));
    if (values.some((one) => typeof one === "number")) return texts.join(", ");
    const times = (text: string) => texts.filter((one) => one === text).length;
    const once = [...new Set(texts)];
    return once.map((text) => (times(text) > 1 ? `${text} ×\u00a0${times(text)}` : text)).join(", ");
  }
}
