/** Markdown's marks taken out, in one line. */
export const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`#>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** At most `most` characters, cut between words. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  // Half of a surrogate pair is no character.
  const whole = /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
  return `${whole.replace(/\s+\S*$/, '')}…`;
}
