// A connection that comes back: numbered messages without gaps; what was sent is sent again until it is answered.
import {
  PROTOCOL_VERSION,
  type Ack,
  type ClientMessage,
  type Hover,
  type LobbyMessage,
  type ServerMessage,
} from "../protocol";
import { randomHex } from "./random";
import { offsetOf, withAnswer, type Answered } from "./servertime";

const RESEND_AFTER = 2500;
const PING_EVERY = 5000;
const FIRST_PINGS = [0, 150, 300, 450, 600]; // ms after a line was opened: the server's time is known at once
const SILENT_AFTER = 12_000; // without any sign the line is given up and opened again
const LONGEST_PAUSE = 10_000;

export type LineState = "connecting" | "here" | "poor" | "away" | "old" | "ended";
export type Sent = ClientMessage extends infer M ? (M extends { id: string } ? Omit<M, "id"> : never) : never;
type Incoming = ServerMessage | LobbyMessage;

interface Pending {
  message: { id: string };
  done: (ack: Ack) => void;
}

interface Listener {
  onMessage(message: Incoming): void;
  onState(state: LineState): void;
}

export class Connection {
  seen: number | null = null;
  /** server time less ours, ms */
  offset = 0;
  delay: number | null = null;
  private socket: WebSocket | null = null;
  private readonly pending = new Map<string, Pending>();
  private pause = 500;
  private closed = false;
  private lastSign = Date.now();
  private readonly timers: ReturnType<typeof setInterval>[] = [];
  private first: ReturnType<typeof setTimeout>[] = [];
  private answers: readonly Answered[] = [];
  private again: ReturnType<typeof setTimeout> | undefined;
  private readonly wake = () => this.reopen();

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
    private readonly token: string | null = null,
    /** the lobby only tells; a table also listens, and answers pings */
    private readonly listens = true,
  ) {
    if (listens) {
      this.timers.push(setInterval(() => this.resend(), RESEND_AFTER));
      this.timers.push(setInterval(() => this.check(), PING_EVERY));
    }
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  /** Send a message until it is answered; it is done once, however often it is sent. */
  send(message: Sent, id: string = randomHex(16)): Promise<Ack> {
    return new Promise((done) => {
      const whole = { ...message, id };
      this.pending.set(id, { message: whole, done });
      this.write(whole);
    });
  }

  /** Say something that is worth nothing later: it goes over the line there is, or nowhere. */
  tell(message: Hover): void {
    this.write(message);
  }

  get waiting(): number {
    return this.pending.size;
  }

  close(): void {
    this.closed = true;
    this.timers.forEach(clearInterval);
    this.first.forEach(clearTimeout);
    clearTimeout(this.again);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    this.lastSign = Date.now();
    socket.onopen = () => {
      const hello = {
        type: "hello",
        version: PROTOCOL_VERSION,
        seen: this.seen,
        ...(this.token ? { token: this.token } : {}),
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Incoming);
    socket.onclose = () => socket === this.socket && this.lost();
  }

  private lost(): void {
    this.socket = null;
    if (this.closed) return;
    this.listener.onState("away");
    clearTimeout(this.again);
    this.again = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** A laptop was opened, the network is back: do not wait for the pause to end. */
  private reopen(): void {
    if (this.closed || document.visibilityState !== "visible") return;
    if (this.socket === null) {
      clearTimeout(this.again);
      this.open();
    } else if (this.listens && Date.now() - this.lastSign > PING_EVERY + RESEND_AFTER) this.giveUp();
    else this.ping();
  }

  private giveUp(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.pause = 500;
    this.lost();
  }

  private check(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const silent = Date.now() - this.lastSign;
    if (silent > SILENT_AFTER) this.giveUp();
    else if (silent > PING_EVERY + RESEND_AFTER) this.listener.onState("poor");
    this.ping();
  }

  private ping(): void {
    if (this.listens) this.write({ type: "ping", at: Date.now() });
  }

  private pingOften(): void {
    this.answers = [];
    this.first.forEach(clearTimeout);
    this.first = FIRST_PINGS.map((after) => setTimeout(() => this.ping(), after));
  }

  private write(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private resend(): void {
    for (const { message } of this.pending.values()) this.write(message);
  }

  private receive(message: Incoming): void {
    this.lastSign = Date.now();
    switch (message.type) {
      case "reload":
        this.closed = true;
        this.listener.onState("old");
        return;
      case "goodbye":
        if (message.again === null) {
          this.closed = true;
          this.listener.onState("ended");
        } else this.pause = message.again;
        return;
      case "pong":
        this.delay = Date.now() - message.at;
        this.answers = withAnswer(this.answers, {
          sent: message.at,
          received: Date.now(),
          server: message.server,
        });
        this.offset = offsetOf(this.answers);
        this.listener.onState(this.delay > 1500 ? "poor" : "here");
        return;
      case "ack":
        this.pending.get(message.id)?.done(message);
        this.pending.delete(message.id);
        return;
      case "welcome":
      case "lobby":
        this.pause = 500;
        this.listener.onState("here");
        this.listener.onMessage(message);
        this.pingOften();
        this.resend();
        return;
    }
    if ("n" in message && typeof message.n === "number") {
      // A gap cannot be; should it happen, the connection is opened again and the rest is told.
      if (message.type !== "snapshot" && this.seen !== null && message.n !== this.seen + 1)
        return this.giveUp();
      this.seen = message.n;
    }
    this.listener.onMessage(message);
  }
}
