/** Downloads a blob under a file name. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Delayed: some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
