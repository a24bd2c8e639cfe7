// Where the keys go on when what had the focus is gone.
import { tick } from "svelte";

/** Called before something inside `place` changes: whoever has pressed something that is gone by that goes on at the first of these that is seen. */
export async function keepFocus(place: HTMLElement, goOn: readonly string[]): Promise<void> {
  const pressed = document.activeElement;
  if (!pressed?.matches("button, a, input, select, [role=button]") || !place.contains(pressed)) return;
  await tick();
  for (const selector of goOn) {
    if (document.activeElement !== document.body) return;
    const next = selector === ":scope" ? place : place.querySelector<HTMLElement>(selector);
    if (next && next.tabIndex < 0) next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  }
}

/** Nothing has the focus that somebody put it on: a drawing may lead it to what comes next. */
export function isIdle(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches("main");
}
