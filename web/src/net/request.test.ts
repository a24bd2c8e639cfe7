// What a refused request is shown as: words of ours where there are some, else the server's sentence.
import { describe, expect, test } from "vitest";
import { t } from "../words/words.svelte";
import { RequestError } from "./request";

describe("a refused request", () => {
  test("says in the reader's language that something takes too much", () => {
    expect(new RequestError(400, "too_much", "in English").shown).toBe(t("error.too_much"));
  });
  test("is the server's trouble where its line is full", () => {
    expect(new RequestError(503, "queue_full", "in English").shown).toBe(t("error.server"));
  });
  test("is told by the server where there are no words for it", () => {
    expect(new RequestError(400, "bad_input", "Line 1 has more than 50 dots.").shown).toBe(
      "Line 1 has more than 50 dots.",
    );
  });
});
