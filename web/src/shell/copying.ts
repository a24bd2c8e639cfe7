// Copying a text: pages on plain http, as at home, have no clipboard, but may copy what is selected.

/** Whether the text is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const box = document.createElement("textarea");
  const before = document.activeElement as HTMLElement | null;
  box.value = text;
  box.className = "hidden-but-read";
  (before?.closest("dialog") ?? document.body).append(box); // an open dialog keeps the focus inside
  box.select();
  const copied = document.execCommand("copy");
  box.remove();
  before?.focus();
  return copied;
}
