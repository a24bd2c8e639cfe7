// A catalogue of one language: templates with parameters, plurals and cases, as the server's words have them.
import type { Told } from "../protocol";
import { isolated } from "./texts";

/** By a number, for each plural category: `zero` where nothing sounds different, `other` for the rest. */
type Plural = { by: string; [category: string]: Message };
export type Message = string | Plural;
export type Messages = Record<string, Message>;
/** Sections of a game's words as the server sends them: action, event, reason, account, term ... */
export type Sections = Record<string, Record<string, Message | Record<string, string>>>;

const PARAMETER = /\{(\w+)(?::(\w+)(?:\.(\w+))?)?\}/g;

/** What a game says begins small; standing alone it begins like a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As books print it, which is also how it is read out. */
export const withMinus = (number: string): string => number.replace("-", "−");

export class Catalogue {
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat; // made once: a card that is moved says its place many times a second

  constructor(
    readonly language: string,
    private readonly sections: Sections,
    private readonly nameOf: (seat: number) => string = (seat) => String(seat + 1),
    /** the seat that reads it; null: somebody who has none */
    private readonly you: number | null = null,
  ) {
    this.plurals = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language);
  }

  has(section: string, id: string): boolean {
    return this.sections[section]?.[id] !== undefined;
  }

  /** The sentence for an id with parameters; an unknown id is shown as it is rather than hidden. */
  say(section: string, told: { id: string; args?: Record<string, unknown> }): string {
    const args = told.args ?? {};
    const message = (section === "event" && this.toYou(told.id, args)) || this.sections[section]?.[told.id];
    return message === undefined ? told.id : this.fill(message as Message, args);
  }

  /** What an event is called for the seat that it is about: `taken.seat` for the seat that takes, and
   * `fired.seat.to_seat` for the one that shoots at itself. */
  private toYou(id: string, args: Record<string, unknown>): Message | undefined {
    if (this.you === null) return undefined;
    const mine = Object.keys(this.sections.you ?? {}).filter((key) => {
      const [of, ...seats] = key.split(".");
      return of === id && seats.every((name) => args[name] === this.you);
    });
    const nearest = mine.toSorted((one, other) => other.split(".").length - one.split(".").length)[0];
    return nearest === undefined ? undefined : (this.sections.you![nearest] as Message);
  }

  fill(message: Message, args: Record<string, unknown>): string {
    return this.template(message, args).replace(
      PARAMETER,
      (_, name: string, form?: string, inflected?: string) => this.show(args[name], form, inflected),
    );
  }

  /** The word for an id such as `chest`, in a grammatical case where the language has them. */
  term(value: unknown, inflected = "nom"): string {
    const word = this.sections.term?.[String(value)] as string | Record<string, string> | undefined;
    if (word === undefined) return String(value);
    return typeof word === "string" ? word : (word[inflected] ?? word.nom ?? String(value));
  }

  private template(message: Message, args: Record<string, unknown>): string {
    if (typeof message === "string") return message;
    const number = Math.abs(Number(args[message.by]));
    const zero = number === 0 ? message.zero : undefined;
    const chosen = zero ?? message[this.plurals.select(number)] ?? message.many ?? message.other;
    return this.template(chosen ?? "", args);
  }

  private show(value: unknown, form?: string, inflected?: string): string {
    switch (form) {
      case "term":
        return this.term(value, inflected);
      case "terms":
        return this.list(value, (one) => this.term(one, inflected)) || this.term("nothing", inflected);
      case "seat":
        return this.nameOf(Number(value));
      case "seats":
        return this.list(value, (one) => this.nameOf(Number(one))) || this.term("nothing");
      case "mm":
        return withMinus(this.numbers.format(Number(value) / 10));
      case "nth":
        return String(Number(value) + 1);
      default:
        return typeof value === "number" ? withMinus(String(value)) : isolated(String(value)); // a name, also of somebody's own cards
    }
  }

  private list(values: unknown, show: (one: unknown) => string): string {
    return Array.isArray(values) ? values.map(show).join(", ") : show(values);
  }
}

export type { Told };
