/** A description's first paragraph, and what follows it. Both are HTML; without one the lead is empty. */
export function leadOf(html: string): { lead: string; rest: string } {
  const [whole = '', lead = ''] = /^<p>(.*?)<\/p>\s*/s.exec(html) ?? [];
  return { lead, rest: html.slice(whole.length) };
}
