// What has just been said must be seen: an answer may stand above or below what the window shows.

/** For `{@attach}`: brings something into sight as it appears, and moves nothing that is in sight already. */
export function intoSight(node: HTMLElement): void {
  node.scrollIntoView({ block: "nearest" });
}
