// Names of breakpoints in styles.
import { expect, test } from "vitest";
import { withBreakpoints } from "./breakpoints";

test("a name stands for its condition, alone or with others", () => {
  const style = "@media (--phone), (--low) { a { color: var(--ink) } }";
  expect(withBreakpoints(style)).toBe(
    "@media (max-width: 600px), (max-height: 480px) { a { color: var(--ink) } }",
  );
});

test("a name that is not there is a mistake", () => {
  expect(() => withBreakpoints("@container (--huge) {}")).toThrow("--huge");
});
