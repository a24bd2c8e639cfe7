// Stored settings: what fits is taken, what does not is left out.
import { expect, test } from "vitest";
import { read } from "./settings.svelte";

test("settings that were stored come back", () => {
  const kept = read(
    JSON.stringify({ language: "cs", motion: "fast", sound: true, name: "Ada", cards: "large" }),
  );
  expect(kept).toMatchObject({
    language: "cs",
    motion: "fast",
    sound: true,
    name: "Ada",
    cards: "large",
    theme: "auto",
  });
});

test.each([null, "", "nonsense", "[]", "null", '{"language":"xx","motion":7,"name":12,"sound":"yes"}'])(
  "%j leaves the usual settings",
  (stored) => {
    expect(read(stored)).toMatchObject({
      motion: "normal",
      sound: false,
      name: "",
      theme: "auto",
      confirm: false,
    });
  },
);
