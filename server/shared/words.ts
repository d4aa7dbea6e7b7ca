/** Collapses white space to single spaces, in one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** At most `most` characters, cut between words. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  // Half of a surrogate pair is no character.
  const whole = /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
  let end = whole.length;
  while (end > 0 && whole.charAt(end - 1).trim() !== '') end -= 1;
  return `${end === 0 ? whole : whole.slice(0, end).trimEnd()}…`;
}
