// The connection against a server that is slow, silent, gone or back: nothing is lost, nothing is done twice by us.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type LineState } from "./connection";

class Line extends EventTarget {
  static all: Line[] = [];
  static OPEN = 1;
  readyState = 0;
  sent: any[] = [];
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor(readonly url: string) {
    super();
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}
const last = () => Line.all.at(-1)!;
const welcome = { type: "welcome", version: 3, table: "t", seat: 0, host: true, n: 3 };
const sentBy = (line: Line, type: string) => line.sent.filter((message) => message.type === type);

let states: LineState[];
let heard: any[];
let connection: Connection;
beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  states = [];
  heard = [];
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  connection = new Connection("/api/tables/t/socket", {
    onMessage: (message) => heard.push(message),
    onState: (state) => states.push(state),
  });
  last().open();
  last().says(welcome);
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it says hello first, and then what it has seen", () => {
  expect(last().sent[0]).toEqual({ type: "hello", version: 3, seen: null });
  last().says({ type: "chat", n: 1, at: 0, seat: 0, text: "hi" });
  last().close();
  vi.advanceTimersByTime(500);
  last().open();
  expect(last().sent[0].seen).toBe(1);
});

test("a message is sent again until it is answered, with the same id", async () => {
  const answer = connection.send({ type: "ready", ready: true });
  vi.advanceTimersByTime(2500);
  const copies = sentBy(last(), "ready");
  expect(copies.length).toBeGreaterThan(1);
  expect(new Set(copies.map((copy) => copy.id)).size).toBe(1);
  last().says({ type: "ack", id: copies[0].id, n: 4, problem: null });
  expect((await answer).n).toBe(4);
  const before = last().sent.length;
  vi.advanceTimersByTime(4000);
  expect(sentBy(last(), "ready").length).toBe(copies.length);
  expect(last().sent.length).toBeGreaterThanOrEqual(before);
});

test("what was not answered goes over the next line", () => {
  void connection.send({ type: "ready", ready: true });
  const id = sentBy(last(), "ready")[0].id;
  last().close();
  expect(states.at(-1)).toBe("away");
  vi.advanceTimersByTime(500);
  last().open();
  expect(sentBy(last(), "ready")).toHaveLength(0); // not before the welcome
  last().says(welcome);
  expect(sentBy(last(), "ready")[0].id).toBe(id);
  expect(states.at(-1)).toBe("here");
});

test("a gap in the numbers opens the connection again", () => {
  last().says({ type: "chat", n: 1, at: 0, seat: 0, text: "a" });
  last().says({ type: "chat", n: 3, at: 0, seat: 0, text: "c" });
  expect(heard.filter((message) => message.type === "chat")).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(Line.all).toHaveLength(2);
  last().open();
  expect(last().sent[0].seen).toBe(1);
});

test("a silent line is a poor one, then it is given up", () => {
  vi.advanceTimersByTime(10_000);
  expect(states).toContain("poor");
  vi.advanceTimersByTime(10_000);
  expect(Line.all.length).toBeGreaterThan(1);
});

test("the network coming back is not waited for", () => {
  last().close();
  vi.advanceTimersByTime(500);
  last().close();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(Line.all).toHaveLength(3);
});

test("an old client and a table opened elsewhere do not come back", () => {
  last().says({ type: "goodbye", cause: "moved", again: null });
  last().close();
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(1);
  expect(states.at(-1)).toBe("ended");
});

test("the delay and the server's time are measured", () => {
  vi.advanceTimersByTime(0);
  const ping = sentBy(last(), "ping")[0];
  vi.advanceTimersByTime(80);
  last().says({ type: "pong", at: ping.at, server: ping.at + 1040 });
  expect(connection.delay).toBe(80);
  expect(connection.offset).toBe(1000);
});

test("several pings go out when a line is opened", () => {
  vi.advanceTimersByTime(1000);
  expect(sentBy(last(), "ping").length).toBeGreaterThan(3);
});

test("what is only worth something now is not kept for a line that is not there", () => {
  const hover = { type: "hover", do: "hold", args: { x: 1, y: 2, rot: 3 }, at: 4 } as const;
  connection.tell(hover);
  expect(sentBy(last(), "hover")).toEqual([hover]);
  last().close();
  connection.tell(hover);
  vi.advanceTimersByTime(500);
  last().open();
  last().says(welcome);
  vi.advanceTimersByTime(5000);
  expect(sentBy(last(), "hover")).toHaveLength(0);
  expect(connection.waiting).toBe(0);
});
