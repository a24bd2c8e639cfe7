// Why a browser cannot be called while its pages are closed.
export type Hindrance = "insecure" | "install" | "browser" | "blocked" | "server" | "service";

/** What is asked of a window. */
interface Surroundings {
  isSecureContext: boolean;
  navigator: { userAgent: string; maxTouchPoints?: number };
  Notification?: { permission: string };
  PushManager?: unknown;
}

/** What hinders it before anybody is asked; null: nothing. */
export function hindranceIn(window: Surroundings): Hindrance | null {
  if (!window.isSecureContext) return "insecure";
  const { userAgent, maxTouchPoints = 0 } = window.navigator;
  // An iPad says that it is a Mac, but no Mac has a screen to touch.
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  if (!window.PushManager || !window.Notification) return apple ? "install" : "browser";
  return window.Notification.permission === "denied" ? "blocked" : null;
}
