/** Average widths of 12 px letters, in px: Latin, and full-width. */
const LATIN = 6.9;
const WIDE = 12;

/** Truncates a text to a width, with an ellipsis. */
export function fitted(text: string, width: number): string {
  const widthOf = (letter: string) => ((letter.codePointAt(0) ?? 0) >= 0x2e80 ? WIDE : LATIN);
  const letters = [...text];
  if (letters.reduce((sum, letter) => sum + widthOf(letter), 0) <= width) return text;
  let used = LATIN;
  let end = 0;
  for (const letter of letters) {
    used += widthOf(letter);
    if (used > width) break;
    end += 1;
  }
  return `${letters.slice(0, end).join('').trimEnd()}…`;
}
