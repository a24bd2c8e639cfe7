// A connection that comes back: numbered messages without gaps, and what was sent is sent again until it is answered.

const VERSION = 1;
const RESEND_AFTER = 2500;

export class Connection {
  constructor(path, { onMessage, onState }) {
    this.path = path;
    this.onMessage = onMessage;
    this.onState = onState;
    this.seen = null;
    this.pending = new Map(); // id -> { message, done }
    this.pause = 500;
    this.open();
    setInterval(() => this.resend(), RESEND_AFTER);
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket.onopen = () => {
      this.socket.send(JSON.stringify({ type: "hello", version: VERSION, seen: this.seen }));
      this.onState("here");
      this.pause = 500;
      this.resend();
    };
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.ended) return;
      this.onState("away");
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(this.pause * 2, 10000);
    };
  }

  receive(message) {
    if (message.type === "reload") {
      this.ended = true;
      this.onState("old");
      return;
    }
    if (message.type === "goodbye") {
      this.ended = message.again === null;
      this.pause = message.again ?? this.pause;
    }
    if (message.type === "ack") this.answered(message);
    else if (typeof message.n === "number" && message.type !== "welcome") this.seen = message.n;
    this.onMessage(message);
  }

  answered(ack) {
    this.pending.get(ack.id)?.done(ack);
    this.pending.delete(ack.id);
  }

  send(message) {
    const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
    const whole = { ...message, id };
    return new Promise((done) => {
      this.pending.set(id, { message: whole, done });
      this.push(whole);
    });
  }

  resend() {
    for (const { message } of this.pending.values()) this.push(message);
  }

  push(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
