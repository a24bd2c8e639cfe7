// Whose turn it is to look, where several people share one device.

/**
 * The seat that should see the table now: the one that looks, as long as it has to decide; otherwise the next of
 * this device's that has to; nobody new (`looking`) where the others decide.
 */
export function nextViewer(
  toAct: readonly number[],
  here: readonly number[],
  looking: number | null,
): number | null {
  if (looking !== null && toAct.includes(looking)) return looking;
  const waiting = here.filter((seat) => toAct.includes(seat)).toSorted((a, b) => a - b);
  return waiting.find((seat) => looking !== null && seat > looking) ?? waiting[0] ?? looking;
}
