/** Hands bytes to the browser's downloads under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Not at once: some browsers read it only after the click's own work is done.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
