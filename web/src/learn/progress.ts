// How far somebody has come in each game's lesson, and which tables they have seen; kept in the browser.
import type { Told } from "../protocol";

interface Progress {
  chapter: string;
  /** what was done in it: an action, or null where something was read */
  actions: (Told | null)[];
  /** ids of the chapters that are behind */
  done: string[];
}

const LESSONS = "kosmoport.lessons";
const MET = "kosmoport.met";

function load(key: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function keep(key: string, all: Record<string, unknown>): void {
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // without storage it lasts as long as the page
  }
}

export function progressIn(game: string): Progress | null {
  const found = load(LESSONS)[game] as Partial<Progress> | undefined;
  if (typeof found?.chapter !== "string") return null;
  return {
    chapter: found.chapter,
    actions: Array.isArray(found.actions) ? found.actions : [],
    done: Array.isArray(found.done) ? found.done.filter((one) => typeof one === "string") : [],
  };
}

export function keepProgress(game: string, progress: Progress): void {
  keep(LESSONS, { ...load(LESSONS), [game]: progress });
}

/** Has this browser been shown how to begin with this game? */
export function hasMet(game: string): boolean {
  return load(MET)[game] === true || progressIn(game) !== null;
}

export function met(game: string): void {
  keep(MET, { ...load(MET), [game]: true });
}
