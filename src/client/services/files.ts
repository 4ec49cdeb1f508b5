/** Lets the browser save something as a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken it over by then; before, some would save nothing.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
