/**
 * For a regular expression's character class, with the flag u: control characters and Unicode's bidirectional controls,
 * with which a file name could display a false extension.
 */
export const TRICKS = String.raw`\p{Cc}\p{Bidi_Control}`;
