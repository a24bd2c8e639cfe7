// What this browser prefers, kept in it: language, sound, motion, theme, confirming, card size.
import { isLanguage, preferred, type Language } from "../words/languages";

export const THEMES = ["auto", "light", "dark"] as const;
export const MOTIONS = ["off", "slow", "normal", "fast"] as const;
export const CARD_SIZES = ["small", "normal", "large"] as const;

interface Settings {
  language: Language;
  name: string;
  sound: boolean;
  motion: (typeof MOTIONS)[number];
  theme: (typeof THEMES)[number];
  confirm: boolean;
  cards: (typeof CARD_SIZES)[number];
  notify: boolean;
  /** quick reactions are read out, not only drawn */
  reactions: boolean;
  /** lists instead of drawings */
  plain: boolean;
  /** single letters open panels and turn cards */
  keys: boolean;
}

const KEY = "kosmoport.settings";

function defaults(): Settings {
  return {
    language: preferred(typeof navigator === "undefined" ? [] : navigator.languages),
    name: "",
    sound: false,
    motion: "normal",
    theme: "auto",
    confirm: false,
    cards: "normal",
    notify: false,
    reactions: false,
    plain: false,
    keys: true,
  };
}

/** Stored settings on top of the defaults; what does not fit is left out. */
export function read(text: string | null): Settings {
  const usual = defaults();
  let stored: Partial<Settings> = {};
  try {
    stored = (JSON.parse(text ?? "{}") ?? {}) as Partial<Settings>;
  } catch {
    return usual;
  }
  const choice = <T>(value: unknown, among: readonly T[], otherwise: T): T =>
    among.includes(value as T) ? (value as T) : otherwise;
  return {
    language: isLanguage(stored.language) ? stored.language : usual.language,
    name: typeof stored.name === "string" ? stored.name.slice(0, 24) : "",
    sound: stored.sound === true,
    motion: choice(stored.motion, MOTIONS, usual.motion),
    theme: choice(stored.theme, THEMES, usual.theme),
    confirm: stored.confirm === true,
    cards: choice(stored.cards, CARD_SIZES, usual.cards),
    notify: stored.notify === true,
    reactions: stored.reactions === true,
    plain: stored.plain === true,
    keys: stored.keys !== false,
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be forbidden; the page works without
  }
}

export const settings: Settings = $state(read(stored()));

/** How fast things move: 1 is normal, 0 is at once. Reduced motion of the system always wins. */
export function motionSpeed(): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { off: 0, slow: 0.5, normal: 1, fast: 2.5 }[settings.motion];
}

/** Keep settings in the browser and put theme, motion and card size where styles see them. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.cards = settings.cards;
    const speed = motionSpeed();
    root.dataset.motion = speed === 0 ? "off" : "on";
    root.style.setProperty("--motion", speed === 0 ? "0ms" : `${Math.round(350 / speed)}ms`);
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // see above
    }
  });
}
