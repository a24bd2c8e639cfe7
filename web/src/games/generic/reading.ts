// What a plain table shows of a view: its fields by their words, as cards, dice, seats and counts; what is not known stays hidden.
import type { AnyView, Speaker } from "../contract";
import type { Drawn } from "../../protocol";
import { capital } from "../../words/catalogue";
import { areScores, guessed, isBySeat, isEmpty, isRow, PEOPLE, type Row } from "./guessing";
import { Wording } from "./wording";

export interface Line {
  label: string;
  text: string;
}

/** A card as it lies there: its face, what else is printed on it, whose it is. */
export interface PlainCard {
  text: string;
  lines: readonly Line[];
  owner: number | null;
  /** face down; where the face is known all the same, `text` says it */
  down: boolean;
  /** there is no card in this place */
  empty: boolean;
  /** what its place is called, where places have names */
  place: string;
  /** all of it in words */
  label: string;
  /** what actions call it */
  id: unknown;
}

type Laid = "row" | "pile" | "hand";

/** Something that is shown, with what it is called. */
export type Thing = { label: string } & (
  | { as: "score"; n: string }
  | { as: "fact"; text: string }
  | { as: "flag" }
  | { as: "counts"; counts: readonly Line[] }
  | { as: "tally"; each: readonly string[] }
  | { as: "seats"; seats: readonly number[] }
  | { as: "dice"; dice: readonly string[] }
  | { as: "cards"; cards: readonly PlainCard[]; laid: Laid }
  | { as: "backs"; n: number; laid: Laid }
  | { as: "group"; things: readonly Thing[] }
  | { as: "rows"; rows: readonly { label: string; things: readonly Thing[] }[] }
);

const STAGE = "stage"; // many views have it
const OF_EVERY_VIEW = ["seat", "players", "options", "to_act"];
const LAID: Record<string, Laid> = { pile: "pile", hand: "hand" };
const SHORT = 2; // letters of an id that stand on a card as they are

export class Reader {
  private readonly wording: Wording;
  private readonly bySeat: ReadonlySet<string>;

  constructor(
    private readonly view: AnyView,
    private readonly say: Speaker,
  ) {
    this.wording = new Wording(say);
    this.bySeat = new Set(this.fieldsBySeat());
  }

  /** What lies on the table before nobody. */
  common(): Thing[] {
    const hidden = (name: string) =>
      this.bySeat.has(name) || (this.view.seat >= 0 && this.kind(name, this.fields[name]) === "hand");
    return this.things("", this.fields, hidden);
  }

  /** What lies before a seat; the viewer's own hand is held. */
  of(seat: number): Thing[] {
    const held = (path: string, value: unknown) =>
      seat === this.view.seat && this.kind(path, value) === "hand";
    return [...this.bySeat].flatMap((name) => {
      const own = (this.fields[name] as readonly unknown[])[seat];
      if (isRow(own)) return this.things(`${name}.`, own, (inner) => held(`${name}.${inner}`, own[inner]));
      return this.thing(`${name}[]`, own, this.label(name)) ?? [];
    });
  }

  /** The hand that the viewer holds. */
  hand(): Extract<Thing, { as: "cards" }> | null {
    return this.view.seat < 0 ? null : this.handOf(this.view.seat);
  }

  handOf(seat: number): Extract<Thing, { as: "cards" }> | null {
    const places: [string, Row][] = [["", this.fields]];
    for (const name of this.bySeat) {
      const own = (this.fields[name] as readonly unknown[])[seat];
      if (isRow(own)) places.push([`${name}.`, own]);
    }
    for (const [path, row] of places)
      for (const [name, value] of Object.entries(row))
        if (Array.isArray(value) && this.kind(path + name, value) === "hand") {
          const found = this.thing(path + name, value);
          if (found?.as === "cards") return found;
        }
    return null;
  }

  private get fields(): Row {
    return this.view as unknown as Row;
  }

  private fieldsBySeat(): string[] {
    const names = Object.keys(this.fields).filter((name) => Array.isArray(this.fields[name]));
    const said = names.filter((name) => this.drawn(name).kind === "by_seat");
    if (said.length > 0) return said;
    const silent = names.filter((name) => !this.drawn(name).kind);
    const likely = silent.filter((name) => isBySeat(this.fields[name], this.view.players));
    const scores = silent.filter((name) => areScores(name, this.fields[name], this.view.players));
    return likely
      .filter((name) => PEOPLE.includes(name))
      .concat(likely)
      .slice(0, 1)
      .concat(scores.slice(0, 1));
  }

  private drawn(path: string): Drawn {
    return this.say.field(path).drawn;
  }

  private kind(path: string, value: unknown): Drawn["kind"] {
    return this.drawn(path).kind ?? guessed(path, value);
  }

  private label(path: string): string {
    return this.wording.label(path, path === STAGE ? this.say.ui("stage") : null);
  }

  private things(path: string, row: Row, hidden: (name: string) => boolean = () => false): Thing[] {
    return Object.entries(row).flatMap(([name, value]) =>
      (path === "" && OF_EVERY_VIEW.includes(name)) || hidden(name)
        ? []
        : (this.thing(path + name, value) ?? []),
    );
  }

  private thing(path: string, value: unknown, label = this.label(path)): Thing | null {
    const kind = this.kind(path, value);
    const nothing = [null, undefined, "", false].includes(value as null) || isEmpty(value);
    if (kind === "unshown" || (nothing && !(value === null && kind === "card"))) return null;
    return this.drawnThing(kind, path, value, label) ?? this.plainThing(path, value, label);
  }

  /** As the game says that it is drawn; null where it says nothing that fits. */
  private drawnThing(kind: Drawn["kind"], path: string, value: unknown, label: string): Thing | null {
    const many = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    const numbers = many.every((one) => typeof one === "number");
    if (kind === "card") return { as: "cards", label, laid: "row", cards: [this.card(path, value, true)] };
    if (kind === "cards" || kind === "places" || kind === "hand" || kind === "pile")
      return this.cards(path, value, label, kind);
    if (kind === "dice") return { as: "dice", label, dice: many.map((one) => this.face(one)) };
    if (kind === "score" && numbers) return { as: "score", label, n: this.wording.text(value) };
    if (kind === "mm" && numbers)
      return { as: "fact", label, text: this.wording.text((value as number) / 10) };
    if (kind === "seat" && numbers)
      return { as: "seats", label, seats: (many as number[]).filter((seat) => seat >= 0) };
    if (kind === "by_seat" && numbers)
      return { as: "tally", label, each: many.map((one) => this.wording.text(one)) };
    return null;
  }

  private cards(path: string, value: unknown, label: string, kind: string): Thing | null {
    const laid = LAID[kind] ?? "row";
    if (typeof value === "number") return { as: "backs", label, n: value, laid };
    if (!Array.isArray(value)) return null;
    const names = this.drawn(path).names ?? [];
    const place = (i: number) => (names[i] === undefined ? "" : capital(this.wording.words(names[i])));
    const cards = value.map((one, i) => ({ ...this.card(path, one, kind === "places"), place: place(i) }));
    return {
      as: "cards",
      label,
      laid,
      cards: cards.map((card, i) => this.covered(path, i, this.placed(card))),
    };
  }

  /** As values of its type are shown when nothing is said of it. */
  private plainThing(path: string, value: unknown, label: string): Thing | null {
    if (value === true) return { as: "flag", label };
    if (isRow(value)) {
      const things = this.things(`${path}.`, value);
      return things.length > 0 ? { as: "group", label, things } : null;
    }
    if (!Array.isArray(value)) return this.fact(path, value, label);
    return value.length > 0 ? this.list(path, value as readonly unknown[], label) : null;
  }

  /** The stage of a game is worth showing where the game has a word for it. */
  private fact(path: string, value: unknown, label: string): Thing | null {
    if (path === STAGE && !this.wording.isSaid(path, value)) return null;
    return { as: "fact", label, text: capital(this.wording.text(value)) };
  }

  private list(path: string, values: readonly unknown[], label: string): Thing {
    const names = this.drawn(path).names ?? [];
    const title = (i: number) =>
      capital(names[i] === undefined ? this.wording.text(i + 1) : this.wording.words(names[i]));
    if (values.some((one) => typeof one === "object" && one !== null)) {
      const inside = (one: unknown) =>
        isRow(one) ? this.things(`${path}.`, one) : (this.thing(`${path}[]`, one, "") ?? []);
      const numbered = names.length > 0 || values.every(isRow);
      const rows = values.map((one, i) => ({
        label: numbered ? title(i) : "",
        things: [inside(one)].flat(),
      }));
      return { as: "rows", label, rows };
    }
    if (names.length === 0) return { as: "fact", label, text: this.wording.list(values) };
    const counts = values.map((one, i) => ({ label: title(i), text: this.wording.list([one]) }));
    return { as: "counts", label, counts };
  }

  // ---------------------------------------------------------------- cards

  private card(path: string, value: unknown, empty: boolean): PlainCard {
    const { of, each } = this.drawn(path);
    if (value === null) return this.faceless(empty);
    if (isRow(value)) return this.cardOf(path, value);
    if (!of) return this.labelled({ text: this.face(value), id: value });
    const face = (this.fields[of] as readonly unknown[] | undefined)?.[value as number];
    if (face === undefined || face === null) return this.faceless(false);
    const owner = each ? Math.floor((value as number) / each) : null;
    const card = isRow(face) ? this.cardOf(of, face) : { text: this.face(face), id: face };
    return this.labelled({ ...card, owner: owner ?? ("owner" in card ? card.owner : null) });
  }

  /** A card that is described by fields: the one that says which card it is, or else the first, is its face. */
  private cardOf(path: string, row: Row): PlainCard {
    const at = (name: string) => `${path}.${name}`;
    const names = Object.keys(row).filter((name) => this.kind(at(name), row[name]) !== "unshown");
    const kinds = new Map(names.map((name) => [name, this.kind(at(name), row[name])]));
    const named = (kind: Drawn["kind"]) => names.find((name) => kinds.get(name) === kind);
    const [which, owner, open] = [named("card"), named("seat"), named("open")];
    const main = which ?? names.find((name) => name !== owner && name !== open);
    if (main === undefined) return this.faceless(false);
    const card = which
      ? this.card(at(which), row[which], false)
      : { text: this.face(row[main]), id: row[main] };
    const rest = names.filter((name) => ![main, owner, open].includes(name));
    const own = rest.flatMap((name) => this.lines(this.thing(at(name), row[name])));
    return this.labelled({
      ...card,
      lines: [...("lines" in card ? card.lines : []), ...own],
      owner: owner && typeof row[owner] === "number" ? row[owner] : null,
      down: ("down" in card && card.down) || (open !== undefined && row[open] === false),
    });
  }

  private face(value: unknown): string {
    return typeof value === "string" && value.length <= SHORT ? value : capital(this.wording.text(value));
  }

  /** Cards under another one, where it was not agreed that everybody may look. */
  private covered(path: string, i: number, card: PlainCard): PlainCard {
    const option = this.drawn(path).covered;
    if (!option || i === 0 || this.view.options[option]) return card;
    return this.labelled({ text: "", id: null, owner: card.owner, down: true });
  }

  private placed(card: PlainCard): PlainCard {
    return card.place ? { ...card, label: `${card.place}: ${card.label}` } : card;
  }

  private faceless(empty: boolean): PlainCard {
    return this.labelled({ text: "", id: null, down: !empty, empty });
  }

  private labelled(card: Partial<PlainCard> & { text: string; id: unknown }): PlainCard {
    const whole = { lines: [], owner: null, down: false, empty: false, place: "", ...card };
    const word = whole.id === null ? "" : this.wording.text(whole.id);
    const parts = [
      whole.empty ? this.say.ui("no_card") : word,
      ...whole.lines.map(({ label, text }) => `${label} ${text}`.trim()),
      whole.owner === null ? "" : this.say.name(whole.owner),
      whole.down ? this.say.ui("face_down") : "",
    ];
    return { ...whole, label: capital(parts.filter(Boolean).join(", ")) };
  }

  /** What is printed on a card besides its face, without what is not there. */
  private lines(thing: Thing | null): Line[] {
    switch (thing?.as) {
      case "fact":
      case "score": {
        const text = thing.as === "fact" ? thing.text : thing.n;
        return text === "0" ? [] : [{ label: thing.label, text }];
      }
      case "flag":
        return [{ label: thing.label, text: "" }];
      case "counts":
        return thing.counts.filter(({ text }) => text !== "0");
      case "group":
        return thing.things.flatMap((one) => this.lines(one));
      case "tally": {
        const named = thing.each.map((n, seat) => (n === "0" ? "" : `${this.say.name(seat)} ${n}`));
        const text = named.filter(Boolean).join(", ");
        return text ? [{ label: thing.label, text }] : [];
      }
      default:
        return [];
    }
  }
}
