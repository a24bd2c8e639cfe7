// Actions that still need a place on the table: they are listed without one, and done with one.
import type { Told } from "../protocol";

const SOMEWHERE = "_somewhere";

export const needsPlace = (action: Told): boolean => action.id.endsWith(SOMEWHERE);

export const placed = (action: Told, args: Record<string, unknown>): Told => ({
  id: action.id.slice(0, -SOMEWHERE.length),
  args,
});
