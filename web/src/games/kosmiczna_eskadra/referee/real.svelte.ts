// The real table while it is entered: its cards and what was agreed on, kept in the browser, checked by the server.
import { request, RequestError } from "../../../net/request";
import type {
  KosmicznaEskadraJudged as Judged,
  KosmicznaEskadraShipView as Ship,
  KosmicznaEskadraView as View,
  OptionAbout,
  KosmicznaEskadraRefereeCard as RefereeCard,
  KosmicznaEskadraRefereeTable as RefereeTable,
} from "../../../protocol";
import { roomiest } from "../geometry";
import { word } from "./words.svelte";
import { EMPTY, MOST_CARDS, readLayout, type Layout } from "./layout";
import { keepPhoto, keptPhoto, type Photo } from "./photo";

const KEY = "kosmoport.referee";
const PAUSE = 350; // ms after the last change before the server is asked

export const judgeTable = (table: RefereeTable): Promise<Judged> =>
  request<Judged>("POST", "/api/referee/kosmiczna_eskadra", { body: table });

/** What went wrong, in the reader's language: why a table is refused, the server says only in its own. */
export function told(error: unknown): string {
  if (!(error instanceof RequestError)) return String(error);
  return error.status === 400 ? word("referee.refused") : error.shown;
}

function kept(options: readonly OptionAbout[]): Layout {
  try {
    return readLayout(JSON.parse(localStorage.getItem(KEY) ?? "null"), options) ?? EMPTY;
  } catch {
    return EMPTY;
  }
}

export class RealTable {
  layout = $state.raw<Layout>(EMPTY);
  photo = $state.raw<Photo | null>(keptPhoto());
  /** the photo is too large to be kept */
  lost = $state(false);
  /** number of the card that is being placed */
  chosen = $state<number | null>(null);
  /** a card that was just added, and not brought to its place yet */
  fresh = $state<number | null>(null);
  problem = $state("");
  /** what the server said last about the table as it is being entered */
  private checked = $state.raw<{ judged: Judged; cards: readonly RefereeCard[] } | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  /** @param options what the game lets people agree on */
  constructor(options: readonly OptionAbout[]) {
    this.layout = kept(options);
  }

  /** The table as the drawing knows it; null until the server has said how large it is and what lies there. */
  readonly view = $derived.by((): View | null => {
    if (!this.checked) return null;
    return { ...(this.checked.judged.before as View), table: this.layout.cards.map(shipOf) };
  });

  /** What the check would take off, by number, as the server told it. */
  readonly illegal = $derived.by(() => {
    const found = new Map<number, { id: string; args: Record<string, unknown> }>();
    if (this.checked?.cards !== this.layout.cards) return found; // it is being looked at
    for (const told of this.checked.judged.told)
      if (told.id.startsWith("illegal_")) found.set(Number(told.args.number), told);
    return found;
  });

  get card(): RefereeCard | null {
    return this.chosen === null ? null : (this.layout.cards[this.chosen] ?? null);
  }

  get asking(): RefereeTable {
    const { players, options, cards } = this.layout;
    return { cards, options: { ...options, players } };
  }

  // ------------------------------------------------------------ what may be changed

  change(part: Partial<Layout>): void {
    this.layout = { ...this.layout, ...part };
    this.keep();
    this.soon();
  }

  /** How many cards would go if no more than so many played. */
  leaving(players: number): number {
    return this.layout.cards.filter((card) => card.seat >= players).length;
  }

  /** Fewer players: the cards of those who leave are taken along. */
  seat(players: number): void {
    this.chosen = this.fresh = null;
    this.change({ players, cards: this.layout.cards.filter((card) => card.seat < players) });
  }

  setOption(name: string, value: unknown): void {
    const { [name]: _, ...others } = this.layout.options;
    this.change({ options: value === undefined ? others : { ...others, [name]: value } });
  }

  has(seat: number, ship: number): boolean {
    return this.layout.cards.some((card) => card.seat === seat && card.ship === ship);
  }

  add(seat: number, ship: number): void {
    if (!this.view || this.has(seat, ship) || this.layout.cards.length >= MOST_CARDS) return;
    const { x, y, rot } = roomiest(this.view);
    this.chosen = this.fresh = this.layout.cards.length;
    this.change({ cards: [...this.layout.cards, { seat, ship, x, y, rot }] });
  }

  remove(number: number): void {
    this.fresh = null;
    const left = this.layout.cards.length - 1;
    this.chosen = left === 0 ? null : Math.min(number, left - 1);
    this.change({ cards: this.layout.cards.filter((_, i) => i !== number) });
  }

  /** Change the place of a card in the order in which they were laid. */
  shift(number: number, by: -1 | 1): void {
    const to = number + by;
    const cards = [...this.layout.cards];
    if (to < 0 || to >= cards.length) return;
    this.fresh = null;
    [cards[number], cards[to]] = [cards[to]!, cards[number]!];
    if (this.chosen === number) this.chosen = to;
    this.change({ cards });
  }

  /** Move or turn a card; it stays within a hand's breadth of the table. */
  put(number: number, pose: Partial<Pick<RefereeCard, "x" | "y" | "rot">>): void {
    this.fresh = null;
    const size = this.view?.table_size ?? [20_000, 20_000];
    const within = (value: number, side: number) =>
      Math.max(-side / 2 - 500, Math.min(side / 2 + 500, Math.round(value)));
    const cards = this.layout.cards.map((card, i) => {
      if (i !== number) return card;
      const next = { ...card, ...pose };
      return {
        ...next,
        x: within(next.x, size[0]),
        y: within(next.y, size[1]),
        rot: ((Math.round(next.rot) % 360) + 360) % 360,
      };
    });
    this.change({ cards });
  }

  clear(): void {
    this.chosen = this.fresh = null;
    this.show(null);
    this.change({ ...EMPTY });
  }

  open(layout: Layout): void {
    this.chosen = this.fresh = null;
    this.change(layout);
  }

  show(photo: Photo | null): void {
    const fresh = photo?.source !== this.photo?.source;
    this.photo = photo;
    const room = keepPhoto(photo, fresh);
    if (fresh) this.lost = !room;
  }

  // ------------------------------------------------------------ kept and checked

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.layout));
    } catch {
      // without storage it lasts as long as the page
    }
  }

  /** Ask the server when nothing has changed for a moment. */
  soon(pause = PAUSE): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), pause);
  }

  async check(): Promise<void> {
    const number = ++this.asked;
    const { cards } = this.layout;
    try {
      const judged = await judgeTable(this.asking);
      if (number !== this.asked) return;
      this.checked = { judged, cards };
      this.problem = "";
    } catch (error) {
      if (number === this.asked) this.problem = told(error);
    }
  }

  close(): void {
    clearTimeout(this.timer);
  }
}

const ships = new WeakMap<RefereeCard, Ship>();

/** A card as the drawing knows it; the same object as long as the card stays where it is. */
function shipOf(card: RefereeCard): Ship {
  let ship = ships.get(card);
  if (!ship) {
    const { seat: owner, ship: kind, x, y, rot } = card;
    const untouched = { taker: null, ore: 0, damage: [], struck: [] };
    ship = { owner, card: kind, pose: { x, y, rot }, fate: "afloat", ...untouched };
    ships.set(card, ship);
  }
  return ship;
}
