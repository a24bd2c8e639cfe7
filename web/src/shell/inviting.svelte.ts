// Where links for other people begin: the address that this page was opened at may lead others nowhere.
import { request } from "../net/request";
import type { InvitationBase } from "../protocol";

const told = $state<InvitationBase>({ base: "", reaches_others: true });
let asked: Promise<void> | null = null;

/** What the server says about it; it is asked once, when somebody first wants to know. */
export function inviting(): Readonly<InvitationBase> {
  asked ??= request<InvitationBase>("GET", "/api/invitation").then(
    (answer) => void Object.assign(told, answer),
    () => void (asked = null),
  );
  return told;
}

/** A link that others can open, if any address leads them here. */
export const linkTo = (path: string): string => (inviting().base || location.origin) + path;
