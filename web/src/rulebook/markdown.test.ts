// Inline Markdown is read into pieces, and searched without accents.
import { expect, test } from "vitest";
import { pieces, searchable } from "./markdown";

test("every mark becomes a piece and nothing between them is lost", () => {
  expect(pieces("A **bold** *(stated)* `start_seat`, see [Rulings](#rulings).")).toEqual([
    { kind: "text", text: "A " },
    { kind: "bold", text: "bold" },
    { kind: "text", text: " " },
    { kind: "italics", text: "(stated)" },
    { kind: "text", text: " " },
    { kind: "code", text: "start_seat" },
    { kind: "text", text: ", see " },
    { kind: "link", text: "Rulings", to: "#rulings" },
    { kind: "text", text: "." },
  ]);
});

test("numbers of rules and rulings are links, also inside a sentence", () => {
  expect(pieces("KP-13 rests on KP-B2.").filter((piece) => piece.kind === "link")).toEqual([
    { kind: "link", text: "KP-13", to: "#KP-13" },
    { kind: "link", text: "KP-B2", to: "#KP-B2" },
  ]);
});

test("addresses of other sites stay plain text", () => {
  expect(pieces("[away](https://example.org)")).toEqual([
    { kind: "text", text: "[away](https://example.org)" },
  ]);
});

test("whoever searches need not type accents", () => {
  expect(searchable("Łup i **Štít**")).toBe("lup i stit");
});
