// Templates, plurals and cases, as the server's own words have them.
import { describe, expect, test } from "vitest";
import { Catalogue } from "./catalogue";
import { preferred } from "./languages";

const POLISH = new Catalogue(
  "pl",
  {
    term: { chest: { nom: "skrzynia", acc: "skrzynię" }, rum: "rum", nothing: "nic" },
    event: {
      taken: "{seat:seat} bierze {loot:term.acc}.",
      all: "Łup: {loot:terms}.",
      at: "{x:mm} mm",
      sat: "{name} siada, {n}.",
      ducats: { by: "n", one: "{n} dukat", few: "{n} dukaty", many: "{n} dukatów" },
    },
  },
  (seat) => ["Ada", "Ola"][seat]!,
);

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
  test("writes tenths of a millimetre as the language does", () => {
    expect(POLISH.say("event", { id: "at", args: { x: 125 } })).toBe("12,5 mm");
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
