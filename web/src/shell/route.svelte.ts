// Which page is shown: addresses of this site, without loading the document again.
let address = $state.raw(new URL(location.href));

addEventListener("popstate", () => (address = new URL(location.href)));

export function here(): URL {
  return address;
}

/** Go to an address of this site. */
export function go(to: string, { replace = false } = {}): void {
  const next = new URL(to, location.href);
  if (next.href !== location.href) history[replace ? "replaceState" : "pushState"](null, "", next);
  const samePage = next.pathname === address.pathname;
  address = next;
  if (!samePage) {
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("main")?.focus();
  }
}

/** Links to this site change the page without loading it; the browser keeps its own ways to open them. */
export function followLinks(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = (event.target as Element | null)?.closest<HTMLAnchorElement | SVGAElement>("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.href);
}
