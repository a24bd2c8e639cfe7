// The three languages, and the one that a browser asks for.
export const LANGUAGES = ["pl", "cs", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language calls itself by its own name. */
export const OWN_NAMES: Record<Language, string> = { pl: "Polski", cs: "Čeština", en: "English" };

export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.includes(code as Language);
}

/** The first language of the browser that we speak; Slovak readers get Czech, everybody else English. */
export function preferred(asked: readonly string[]): Language {
  for (const tag of asked) {
    const code = tag.toLowerCase().split("-")[0];
    if (isLanguage(code)) return code;
    if (code === "sk") return "cs";
  }
  return "en";
}
