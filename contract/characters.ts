/**
 * For a regular expression's brackets, with the flag u: control characters, and Unicode's marks that turn the
 * direction of text, with which a name could show another extension than it has.
 */
export const TRICKS = String.raw`\p{Cc}\p{Bidi_Control}`;
