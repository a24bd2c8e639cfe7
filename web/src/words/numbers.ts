// Numbers as people write them: with a comma or a point, whatever the language of the browser.

/** What was written; null: it is no number. A minus may be the long one that texts are printed with. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** With the comma or the point of a language, and nothing between thousands: it is to be read again. */
export const writeNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 3 }).format(value);

/** As near as it may be. */
export const within = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));
