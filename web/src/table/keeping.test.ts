// Links to seats against a server that keeps one cookie for each table, as the real one does.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forget, myTable, remember } from "../shell/mygames.svelte";
import { bringSeat, changeTo, seatOf } from "./keeping";

const T = "table";
const SEATS: Record<string, number | null> = { ada: 0, bob: 1, cyd: 2, host: null };
let cookie: string | null; // the token that this browser keeps for the table
let failing: boolean;
let full: boolean; // nothing more can be stored

function reply(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

function server(path: string, { method, headers }: { method: string; headers: Record<string, string> }) {
  const refuse = (status: number, id: string) => reply(status, { error: { id, text: id } });
  const token = headers.Authorization?.replace("Bearer ", "") ?? cookie;
  if (failing && method === "PUT") return refuse(503, "cannot_save");
  if (!token || !(token in SEATS)) return refuse(404, "not_found");
  if (method === "PUT") {
    if (cookie !== null && cookie in SEATS && cookie !== token && !path.endsWith("?replace=true"))
      return refuse(409, "other_seat");
    cookie = token;
  }
  return reply(200, { table: T, seat: SEATS[token], token, link: `/t/${T}#seat=${token}` });
}

beforeEach(() => {
  cookie = null;
  failing = full = false;
  const disk = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new Error("full");
      disk.set(key, value);
    },
  });
  vi.stubGlobal("fetch", (path: string, asked: never) => Promise.resolve(server(path, asked)));
});
afterEach(() => {
  forget(T);
  vi.unstubAllGlobals();
});
const kept = (token: string) => ({ token, seat: SEATS[token] ?? null });

test("a browser that has no seat takes that of the link", async () => {
  expect(await bringSeat(T, "ada")).toBe("here");
  expect(cookie).toBe("ada");
  expect(await bringSeat(T, "ada")).toBe("here");
});

test("a browser that has a seat is asked first, and keeps it meanwhile", async () => {
  cookie = "ada";
  expect(await bringSeat(T, "bob")).toEqual({ mine: [kept("ada")], theirs: kept("bob") });
  expect(cookie).toBe("ada");
  expect(myTable(T)).toBeNull();
});

test("who changes has a way back, and one from there", async () => {
  cookie = "ada";
  await changeTo(T, "piraci", [kept("bob")]);
  expect(cookie).toBe("bob");
  expect(myTable(T)?.others).toEqual([[kept("ada")]]);
  await changeTo(T, "piraci", myTable(T)!.others![0]!);
  expect(cookie).toBe("ada");
  expect(myTable(T)?.others).toEqual([[kept("bob")]]);
  await changeTo(T, "piraci", [kept("cyd")]);
  expect(myTable(T)?.others).toEqual([[kept("bob")], [kept("ada")]]);
});

test("the place of a host who has not sat down is kept as well", async () => {
  cookie = "host";
  expect(await bringSeat(T, "bob")).toEqual({ mine: [kept("host")], theirs: kept("bob") });
  await changeTo(T, "piraci", [kept("bob")]);
  expect(myTable(T)?.others).toEqual([[{ token: "host", seat: null }]]);
});

test("a link that leads nowhere any more costs nothing", async () => {
  cookie = "ada";
  expect(await bringSeat(T, "removed")).toBe("dead");
  expect(cookie).toBe("ada");
  expect(await seatOf(T, "removed")).toBeNull();
});

test("a seat that is dead itself is replaced without a question", async () => {
  cookie = "removed";
  expect(await bringSeat(T, "bob")).toBe("here");
  expect(cookie).toBe("bob");
});

test("those who share this device are asked together, and go back together", async () => {
  cookie = "ada";
  remember(T, { game: "piraci", tokens: ["ada", "bob"] });
  expect(await bringSeat(T, "bob")).toBe("here"); // one of them
  const mine = [kept("ada"), kept("bob")];
  expect(await bringSeat(T, "cyd")).toEqual({ mine, theirs: kept("cyd") });
  await changeTo(T, "piraci", [kept("cyd")]);
  expect([cookie, myTable(T)?.tokens]).toEqual(["cyd", undefined]);
  expect(myTable(T)?.others).toEqual([mine]);
  await changeTo(T, "piraci", mine);
  expect(myTable(T)?.tokens).toEqual(["ada", "bob"]);
  expect(myTable(T)?.others).toEqual([[kept("cyd")]]);
});

test("people who share a device are asked also where its cookie is gone", async () => {
  remember(T, { game: "piraci", tokens: ["ada", "bob"] });
  expect(await bringSeat(T, "cyd")).toEqual({ mine: [kept("ada"), kept("bob")], theirs: kept("cyd") });
  expect(cookie).toBeNull();
});

test("a change that fails loses nothing", async () => {
  cookie = "ada";
  failing = true;
  await expect(changeTo(T, "piraci", [kept("bob")])).rejects.toThrow();
  expect(cookie).toBe("ada");
  expect(myTable(T)?.others).toEqual([[kept("ada")]]);
});

test("a browser that can store nothing keeps its seat", async () => {
  cookie = "ada";
  full = true;
  await expect(changeTo(T, "piraci", [kept("bob")])).rejects.toThrow("not_kept");
  expect(cookie).toBe("ada");
});

test("what another tab has kept is not forgotten", async () => {
  cookie = "ada";
  remember("other table", { game: "piraci" });
  const all = JSON.parse(localStorage.getItem("kosmoport.tables")!) as object[];
  const there = { table: T, game: "piraci", others: [[kept("bob")]], at: 1, over: false };
  localStorage.setItem("kosmoport.tables", JSON.stringify([there, ...all]));
  remember("third table", { game: "piraci" });
  expect(myTable(T)?.others).toEqual([[kept("bob")]]);
  forget("other table");
  expect(myTable(T)?.others).toEqual([[kept("bob")]]);
});
