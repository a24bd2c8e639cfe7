// Taking the page along: browsers that can install it say so once, and are asked when somebody wishes it.
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}
let offered = $state.raw<InstallEvent | null>(null);

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // the page offers it in its own place
  offered = event as InstallEvent;
});
addEventListener("appinstalled", () => (offered = null));

export const mayInstall = (): boolean => offered !== null;

export async function install(): Promise<void> {
  await offered?.prompt();
  offered = null; // it can be asked only once
}
