// Names of strangers: they keep their own direction, and what comes by a link is cleaned.
import { describe, expect, it } from "vitest";
import { cleanName, isolated } from "./texts";

describe("a name in a sentence", () => {
  it.each(["Żaneta", "Jiří", "Олена", "玲子", "👩‍🚀", "2", ""])("is as it is: %s", (name) => {
    expect(isolated(name)).toBe(name);
  });
  it.each(["שרה", "علی‌رضا", "Sara שרה", "ﷺ", "𐤀"])("turns nothing around it: %s", (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`);
    expect(isolated(isolated(name))).toBe(isolated(name));
  });
});

describe("a name from a link", () => {
  it.each(["Żaneta", "Jan III", "علی\u200cرضا", "👩\u200d🚀", "❤\ufe0f", "שָׁרָה"])("stays: %s", (name) => {
    expect(cleanName(name)).toBe(name);
  });
  it.each([
    ["\u202eevil\u2066", "evil"],
    ["  a\n\t b\u3000c ", "a b c"],
    ["\u2800\u3164\u115f", ""],
    ["a\u0000\u001b[2J\u009bb", "a[2Jb"],
    ["z" + "\u0338".repeat(50), "z" + "\u0338".repeat(4)],
    ["😀".repeat(30), "😀".repeat(24)],
    ["\ud800x\ude00", "x"],
  ])("is cleaned: %j", (text, name) => {
    expect(cleanName(text)).toBe(name);
  });
});
