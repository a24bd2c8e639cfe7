// Templates, plurals and cases, as the server's own words have them.
import { describe, expect, test } from "vitest";
import { Catalogue, type Sections } from "./catalogue";
import { preferred } from "./languages";

const NAMED = (seat: number) => ["Ada", "Ola"][seat]!;
const SECTIONS: Sections = {
  term: { chest: { nom: "skrzynia", acc: "skrzynię" }, rum: "rum", nothing: "nic" },
  event: {
    taken: "{seat:seat} bierze {loot:term.acc}.",
    all: "Łup: {loot:terms}.",
    at: "{x:mm} mm",
    sat: "{name} siada, {n}.",
    ducats: { by: "n", zero: "pusto", one: "{n} dukat", few: "{n} dukaty", many: "{n} dukatów" },
    stacked: {
      by: "n",
      one: "pirat",
      other: { by: "m", one: "stos na dysku", other: "stos na stosie {m} piratów" },
    },
    paid: "{seat:seat} płaci, {to:seat} bierze.",
    planet: "planeta {planet:nth}",
  },
  you: {
    "paid.seat": "Płacisz, {to:seat} bierze.",
    "paid.to": "{seat:seat} płaci ci.",
    "paid.seat.to": "Płacisz sobie.",
  },
};
const POLISH = new Catalogue("pl", SECTIONS, NAMED);

describe("a catalogue", () => {
  test("fills in names and inflected terms", () => {
    expect(POLISH.say("event", { id: "taken", args: { seat: 1, loot: "chest" } })).toBe(
      "Ola bierze skrzynię.",
    );
  });
  test("keeps names of another direction from turning the sentence", () => {
    expect(POLISH.say("event", { id: "sat", args: { name: "שרה", n: 2 } })).toBe("\u2068שרה\u2069 siada, 2.");
    expect(POLISH.say("event", { id: "sat", args: { name: "Ada", n: 2 } })).toBe("Ada siada, 2.");
  });
  test("joins lists, and an empty one has a word", () => {
    expect(POLISH.say("event", { id: "all", args: { loot: ["chest", "rum"] } })).toBe("Łup: skrzynia, rum.");
    expect(POLISH.say("event", { id: "all", args: { loot: [] } })).toBe("Łup: nic.");
  });
  test.each([
    [1, "1 dukat"],
    [3, "3 dukaty"],
    [5, "5 dukatów"],
    [12, "12 dukatów"],
    [22, "22 dukaty"],
  ])("counts %i as Polish does", (n, said) => {
    expect(POLISH.say("event", { id: "ducats", args: { n } })).toBe(said);
  });
  test("has words of their own for nought, and for two numbers", () => {
    const stacked = (n: number, m: number) => POLISH.say("event", { id: "stacked", args: { n, m } });
    expect(POLISH.say("event", { id: "ducats", args: { n: 0 } })).toBe("pusto");
    expect([stacked(1, 4), stacked(3, 1), stacked(7, 2)]).toEqual([
      "pirat",
      "stos na dysku",
      "stos na stosie 2 piratów",
    ]);
  });
  test("writes tenths of a millimetre as the language does", () => {
    expect(POLISH.say("event", { id: "at", args: { x: 125 } })).toBe("12,5 mm");
    expect(POLISH.say("event", { id: "at", args: { x: -3 } })).toBe("−0,3 mm");
    expect(POLISH.say("event", { id: "ducats", args: { n: -3 } })).toBe("−3 dukaty");
  });
  test("counts from one what rules count from nought", () => {
    expect(POLISH.say("event", { id: "planet", args: { planet: 0 } })).toBe("planeta 1");
  });
  test("says you to whom an event is about", () => {
    const told = { id: "paid", args: { seat: 0, to: 1, n: 0 } };
    expect(POLISH.say("event", told)).toBe("Ada płaci, Ola bierze.");
    const said = [0, 1, 2].map((seat) => new Catalogue("pl", SECTIONS, NAMED, seat).say("event", told));
    expect(said).toEqual(["Płacisz, Ola bierze.", "Ada płaci ci.", "Ada płaci, Ola bierze."]);
    const own = { id: "paid", args: { seat: 1, to: 1 } };
    expect(new Catalogue("pl", SECTIONS, NAMED, 1).say("event", own)).toBe("Płacisz sobie.");
  });
  test("shows what it has no words for instead of nothing", () => {
    expect(POLISH.say("event", { id: "unheard_of" })).toBe("unheard_of");
    expect(POLISH.term("unheard_of")).toBe("unheard_of");
  });
});

test.each([
  [["pl-PL", "en"], "pl"],
  [["de-DE", "cs"], "cs"],
  [["sk-SK"], "cs"],
  [["fr"], "en"],
  [[], "en"],
])("browsers that ask for %j get %s", (asked, given) => {
  expect(preferred(asked)).toBe(given);
});
