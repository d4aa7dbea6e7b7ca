/**
 * The number of a version made from another: its last number counted up, until it is none of those taken. Empty where
 * there is no number at its end.
 */
export function suggestVersion(from: string, taken: readonly string[]): string {
  const found = /^(.*?)(\d{1,9})$/s.exec(from);
  if (!found) return '';
  const [, before = '', digits = ''] = found;
  for (let next = Number(digits) + 1; ; next++) {
    // `2024-05` goes on as `2024-06`.
    const version = before + String(next).padStart(digits.length, '0');
    if (!taken.includes(version)) return version;
  }
}
