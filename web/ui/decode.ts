/** decodeURIComponent for what others wrote (an address, a cookie): what is malformed is taken as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
