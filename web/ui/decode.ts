/** decodeURIComponent for untrusted text (a URL, a cookie): returns malformed text unchanged. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
