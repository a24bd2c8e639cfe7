// A live table as this browser knows it: what the server told, kept in order, and what is sent back.
import type { AnyView, SeatLook } from "../games/contract";
import { Broken, deviceAt, type Distrust } from "../deal/device";
import { Connection, type LineState, type Sent } from "../net/connection";
import { request } from "../net/request";
import type {
  Ack,
  Chatted,
  DealState,
  Frame,
  Frames,
  Moved,
  Position,
  Presence,
  Problem,
  Proposal,
  Reacted,
  Said,
  SeatChanged,
  SeatState,
  ServerMessage,
  Snapshot,
  TableChanged,
  TableSettings,
  Told,
} from "../protocol";
import { isolated } from "../words/texts";
import type { Director } from "./director.svelte";
import { keepMuted, mutedAt } from "./heard.svelte";
import { reuse } from "./reuse";

/** A line of what happened: events of the game, or something about the table. */
export interface LogLine {
  key: string;
  /** in which order it was heard; null: it comes from the history */
  heard: number | null;
  move: number | null;
  by: number | null;
  at: number;
  told: Told | null;
  /** a sentence of the table itself, as a key of the pages' words */
  table: { key: string; args: Record<string, unknown> } | null;
}

/** What happened in the moves of a game, as whoever asked for them saw it. */
export function linesOf(frames: readonly Frame[]): LogLine[] {
  return frames.flatMap(({ move, by, at, told }) =>
    told.map((one, i) => ({ key: `f${move}-${i}`, heard: null, move, by, at, told: one, table: null })),
  );
}

/** What was heard in the last round before this move: as many moves as there are players. */
export function lastRound(log: readonly LogLine[], move: number, players: number): readonly LogLine[] {
  return log.filter((line) => line.move === null || line.move > move - players);
}

/** The questions that a change of seats leaves open, as the protocol says of `seat`. */
export function stillOpen(proposals: readonly Proposal[], { cause, seat }: SeatChanged): readonly Proposal[] {
  if (cause === "returned" || cause === "took_over") return proposals.filter((one) => one.what !== "back");
  if (cause !== "given") return proposals;
  return proposals
    .filter((one) => one.absent !== seat)
    .map((one) => ({ ...one, waiting: one.waiting.filter((other) => other !== seat) }));
}

/** In a race chance names somebody's card within a moment, in which nobody's decision is over. */
export function inRace(position: Position, before: Position | null): Position {
  const deciding = position.to_act.length > 0 || position.result !== null || position.timing?.ready !== null;
  if (before === null || deciding) return position;
  return { ...position, to_act: before.to_act, legal: before.legal };
}

type Phase = Snapshot["phase"];
const SOON = 700; // ms in which the answer to a move is expected

export class Session {
  phase = $state<Phase>("gathering");
  settings = $state.raw<TableSettings | null>(null);
  seats = $state.raw<readonly SeatState[]>([]);
  position = $state.raw<Position | null>(null);
  proposals = $state.raw<readonly Proposal[]>([]);
  presence = $state.raw<Presence | null>(null);
  seat = $state<number | null>(null);
  host = $state(false);
  rematch = $state<string | null>(null);
  deal = $state.raw<DealState | null>(null);
  /** why this browser reveals nothing to the table: it does not keep its word */
  broken = $state<Distrust | null>(null);
  line = $state<LineState>("connecting");
  lightning = $state(false);
  /** something has been changed since this person was ready last */
  changedSince = $state(false);
  /** the server's time is known */
  inTime = $state(false);
  /** messages that have not been answered yet */
  unsent = $state(0);
  log = $state.raw<readonly LogLine[]>([]);
  chat = $state.raw<readonly Said[]>([]);
  reaction = $state.raw<Reacted | null>(null);
  /** a move that the server has not answered for a while */
  sending = $state.raw<Told | null>(null);
  /** seats whose talk is not shown here */
  muted = $state.raw<readonly number[]>([]);
  /** who made the last move that was heard; null: chance, or nobody yet */
  lastBy = $state<number | null>(null);
  /** what was refused last, until something else is done */
  problem = $state.raw<Problem | null>(null);
  /** at which of our own times the clocks of `position` were read */
  clockAt = $state(0);
  director: Director | null = null;
  onMove: (message: Moved) => void = () => {};
  /** views that are shown at once, whatever is being shown */
  isUrgent: (view: AnyView) => boolean = () => false;
  private readonly connection: Connection;
  private hand: Told | null = null; // what was hovered last and not let go of
  private lines = 0;
  private underWay = 0; // what this browser has sent by itself and has no answer to

  constructor(
    readonly table: string,
    readonly token: string | null = null,
  ) {
    this.connection = new Connection(
      `/api/tables/${table}/socket`,
      {
        onState: (state) => {
          this.line = state;
          this.inTime = this.connection.delay !== null;
        },
        onMessage: (message) => this.receive(message as ServerMessage),
      },
      token,
    );
  }

  close(): void {
    this.director?.close();
    this.connection.close();
  }

  get yours(): boolean {
    return (
      this.seat !== null && this.phase === "playing" && (this.position?.to_act.includes(this.seat) ?? false)
    );
  }

  /** Send a message of the protocol; a refusal is kept in `problem` until the next one. */
  async send(message: Sent): Promise<Ack> {
    this.problem = null;
    const answer = this.connection.send(message);
    this.unsent = this.connection.waiting;
    const ack = await answer;
    this.unsent = this.connection.waiting;
    this.problem = ack.problem;
    return ack;
  }

  /** Hear nothing more of a seat, or hear it again; what was said before is hidden with it. */
  mute(seat: number, silent: boolean): void {
    const others = this.muted.filter((one) => one !== seat);
    this.muted = silent ? [...others, seat] : others;
    keepMuted(this.table, this.muted);
    void this.quietly({ type: "mute", seats: [...this.muted] });
  }

  /** Ready for what is known here; whoever has not heard of a change has not agreed to it. */
  beReady(ready: boolean): Promise<Ack> {
    return this.send({ type: "ready", ready, seen: this.connection.seen });
  }

  act(action: Told): Promise<Ack> {
    const at = this.lightning ? this.serverNow() : null;
    this.hand = null;
    const slow = setTimeout(() => (this.sending = action), SOON);
    const sent = { seen: this.connection.seen ?? 0, do: action.id, args: action.args, at };
    return this.send({ type: "act", ...sent }).finally(() => {
      clearTimeout(slow);
      this.sending = null;
    });
  }

  /** Where a hand is in a race: nobody answers. A server that comes back is told where it rests. */
  hover(action: Told, at: number): void {
    this.hand = action;
    if (this.lightning) this.connection.tell({ type: "hover", do: action.id, args: action.args, at });
  }

  /** The server's time in ms. */
  serverNow(): number {
    return Math.round(Date.now() + this.connection.offset);
  }

  /** Milliseconds a seat has left now, by the server's clock. */
  timeLeft(seat: number, now: number): number | null {
    const left = this.position?.clock.left[seat] ?? null;
    if (left === null || !this.position?.clock.running.includes(seat)) return left;
    return Math.max(0, left - (now - this.clockAt));
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.seat = message.seat;
        this.host = message.host;
        this.muted = mutedAt(this.table);
        if (this.muted.length > 0) void this.quietly({ type: "mute", seats: [...this.muted] });
        if (this.hand) this.hover(this.hand, this.serverNow());
        return;
      case "snapshot":
        return this.start(message);
      case "presence":
        this.presence = message;
        return;
      case "reaction":
        this.reaction = message;
        return;
      case "seat":
        this.seats = message.seats;
        if (message.seat === this.seat && message.cause === "ready") this.changedSince = false;
        this.proposals = stillOpen(this.proposals, message);
        if (message.position) this.place(message.position);
        this.takePart();
        if (message.seat !== null && message.cause !== "ready" && message.cause !== "aided")
          this.tell(`log.${message.cause}`, { seat: message.seat }, message.at);
        else if (message.cause === "aided" && message.seats[message.seat!]?.aided)
          this.tell("log.aided", { seat: message.seat }, message.at);
        return;
      case "changed":
        return this.changed(message);
      case "deal":
        this.seats = message.seats;
        this.deal = message.deal;
        if (message.cause === "void") this.tell("log.void", {}, message.at);
        return this.takePart();
      case "begun":
        this.phase = "playing";
        this.place(message.position);
        this.director?.jump(message.position.view as AnyView);
        this.tell("log.begun", {}, message.at);
        return this.tellOfBeginning(message.at);
      case "moved":
        return this.moved(message);
      case "took_back":
        this.forget(message.position.move);
        this.place(message.position);
        this.lastBy = null;
        this.proposals = this.proposals.filter((one) => one.what !== "back");
        this.director?.jump(message.position.view as AnyView);
        return this.tell("log.took_back", { seat: message.by }, message.at);
      case "proposal": {
        const others = this.proposals.filter((one) => one.number !== message.proposal.number);
        this.proposals = message.open ? [...others, message.proposal] : others;
        return;
      }
      case "chat":
        return this.said(message);
      case "resumed":
        if (message.position) this.place(message.position);
        if (message.deal) this.deal = message.deal;
        return;
      case "rematch":
        this.rematch = message.table;
        return;
      case "closed":
        this.phase = "closed";
        return this.tell(`log.closed_${message.cause}`, {}, message.at);
    }
  }

  /** The host has changed the table; components stay, and what people said is theirs wherever they sit now. */
  private changed({ settings, seats, was, lightning, cause, at }: TableChanged): void {
    this.settings = { ...settings, components: this.settings?.components ?? null };
    this.seats = seats;
    this.lightning = lightning;
    this.chat = this.chat.flatMap((said) => {
      const seat = was.indexOf(said.seat);
      return seat < 0 ? [] : [{ ...said, seat }];
    });
    this.changedSince = true;
    this.tell(`log.changed_${cause}`, {}, at);
    this.takePart();
  }

  private start(all: Snapshot): void {
    const first = this.settings === null;
    this.phase = all.phase;
    this.settings = all.settings;
    this.seats = all.seats;
    this.proposals = all.proposals;
    this.chat = all.chat;
    this.rematch = all.rematch;
    this.deal = all.deal;
    this.lightning = all.lightning;
    if (all.position && this.position === null && !this.forgets) void this.recall();
    this.position = null;
    if (all.position) this.place(all.position);
    this.director?.jump((all.position?.view as AnyView | undefined) ?? null);
    this.takePart(true);
    if (first && all.phase === "playing") this.tellOfBeginning(all.at);
  }

  /** Promise a random value in every round of the deal, and reveal it when everything is frozen as it should be.
   *
   * A seat that was opened here (`anew`) is this device's from now on, whatever another one has promised for it.
   */
  private takePart(anew = false): void {
    const [deal, seat] = [this.deal, this.seat];
    if (deal === null || this.phase !== "gathering") return;
    const device = deviceAt(this.table);
    device.saw(deal);
    const mine = seat === null ? null : this.seats[seat];
    if (seat === null || !mine?.person) return;
    const promised = device.promised(seat, deal.round);
    if (deal.frozen !== null) {
      if (!mine.revealed)
        this.trusting(() => {
          const value = device.reveal(seat, deal);
          return value === null ? null : { type: "reveal", round: deal.round, value };
        });
    } else if (promised === null || (anew && promised !== mine.promise) || this.hasLost(mine)) {
      this.trusting(() => {
        const promise = device.promise(seat, deal);
        return { type: "promise", round: deal.round, promise, device: device.name };
      });
    }
  }

  /** A promise went with the seat: it was for another one, from which the host has moved this person and back. */
  private hasLost(mine: SeatState): boolean {
    return mine.promise === null && this.underWay === 0;
  }

  /** What this browser sends by itself; a refusal is one of a round that has passed, and nobody's concern. */
  private async quietly(message: Sent): Promise<void> {
    this.underWay++;
    await this.connection.send(message);
    this.underWay--;
    this.unsent = this.connection.waiting;
  }

  /** Send what the device gives to the table; to one that does not keep its word it gives nothing. */
  private trusting(give: () => Sent | null): void {
    try {
      const message = give();
      if (message !== null) void this.quietly(message);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.broken = error.why;
    }
  }

  /** The past of a game that is continued is public: everybody who plays it is told, and whose browser has no part
   * in the deal, since another device has, or none. */
  private tellOfBeginning(at: number): void {
    const [n, deal, seat] = [this.settings?.continues ?? null, this.deal, this.seat];
    if (n !== null) this.tell("log.continues", { n }, at);
    if (seat === null || deal === null || deal.frozen === null) return;
    const agrees = deviceAt(this.table).agrees(seat, deal);
    if (!agrees) this.tell(agrees === null ? "deal.not_here" : "deal.broken_frozen_twice", {}, at);
  }

  /** Attach what shows the moves; the position that is there already is shown at once. */
  showOn(director: Director): void {
    this.director = director;
    director.jump((this.position?.view as AnyView | undefined) ?? null);
  }

  /** Nobody looks any more: what happens is only kept. */
  hide(): void {
    this.director?.close();
    this.director = null;
  }

  private place(position: Position): void {
    const known = { ...position, view: reuse(this.position?.view, position.view) };
    this.position = this.lightning ? inRace(known, this.position) : known;
    this.clockAt = Date.now();
  }

  private moved(message: Moved): void {
    const before = this.position?.view as AnyView | undefined;
    const over = message.position.result !== null;
    this.place(message.position);
    this.lastBy = message.by;
    this.phase = over ? "over" : "playing";
    this.proposals = over ? [] : this.proposals.filter((one) => one.what !== "back");
    if (message.cause === "clock") this.tell("log.clock", { seat: message.by }, message.at);
    this.addLines(message.position.move, message.by, message.at, message.told);
    const after = this.position!.view as AnyView;
    if (before && !this.isUrgent(after))
      this.director?.follow({ before, after, told: message.told, by: message.by });
    else this.director?.jump(after);
    this.onMove(message);
  }

  addLines(move: number, by: number | null, at: number, told: readonly Told[]): void {
    const lines = told.map((one) => ({ ...this.nextLine(), move, by, at, told: one, table: null }));
    this.log = [...(this.forgets ? lastRound(this.log, move, this.seats.length) : this.log), ...lines];
  }

  /** The table remembers nothing for its players: what the server does not send again is not kept here either. */
  private get forgets(): boolean {
    return this.phase === "playing" && this.settings?.options.memory_aids === false;
  }

  /** What happened before this page was opened comes from the server, as this seat saw it. */
  private async recall(): Promise<void> {
    const asked = request<Frames>("GET", `/api/tables/${this.table}/frames`, { token: this.token });
    const { frames } = await asked.catch(() => ({ frames: [] }));
    this.remember(linesOf(frames));
  }

  /** Put the lines of earlier moves before those that were heard live. */
  private remember(earlier: readonly LogLine[]): void {
    const first = this.log.find((line) => line.move !== null)?.move ?? Infinity;
    this.log = [...earlier.filter((line) => (line.move ?? 0) < first), ...this.log];
  }

  private tell(key: string, args: Record<string, unknown>, at: number): void {
    this.log = [
      ...this.log,
      { ...this.nextLine(), move: null, by: null, at, told: null, table: { key, args } },
    ];
  }

  private nextLine(): { key: string; heard: number } {
    const heard = this.lines++;
    return { key: `l${heard}`, heard };
  }

  private forget(moves: number): void {
    this.log = this.log.filter((line) => line.move === null || line.move <= moves);
  }

  private said({ n, at, seat, text }: Chatted): void {
    if (text !== null) this.chat = [...this.chat, { n, at, seat, text }];
  }
}

/** Is the viewer told what a card would meet before it is let go? The server says so to nobody else. */
export function tellsAim({ settings, lightning, seat, seats }: Session): boolean {
  const chosen = settings?.options.aim_help;
  if (chosen === "always" || (chosen === "calm" && !lightning)) return true;
  return seat !== null && seats[seat]?.aided === true;
}

/** Whether it may be worth asking the server if the last move can be taken back. */
export function mightTakeBack({ seat, phase, settings, lightning, lastBy }: Session): boolean {
  const allowed = phase === "playing" && settings?.take_back === true && !lightning;
  return allowed && seat !== null && lastBy === seat;
}

/** Whether the viewer has done something that the log tells of; who only watches has when anybody has. */
export function hasMoved({ log, seat }: Session): boolean {
  return log.some(({ told, by }) => told !== null && by !== null && (seat === null || by === seat));
}

/** Why everybody cannot be asked to go back, as a refusal of the table would say it; null: they can. */
export function whyNotBack(seats: readonly SeatState[]): string | null {
  return seats.some((one) => one.person && one.bot !== null) ? "given_away" : null;
}

/** Seats as they are drawn, all of them with a name. */
export function looks(
  seats: readonly SeatState[],
  you: number | null,
  unnamed: (seat: SeatState, at: number) => string,
): SeatLook[] {
  return seats.map((one, seat) => ({
    seat,
    name: isolated(one.name || one.reserved || unnamed(one, seat)),
    colour: one.colour,
    bot: one.bot !== null,
    you: seat === you,
  }));
}
