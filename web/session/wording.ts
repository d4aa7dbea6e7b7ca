import { t } from '#texts/reading';
import type { Setting } from '../../contract/setting.ts';

export type Wording = Setting['wording'];
export type Literal = { readonly [Key in keyof typeof t.literal]: string };

/** Decisions §8: the literals of the specification, or those of the "corrected" wording. */
export const literalIn = (wording: Wording): Literal => (wording === 'corrected' ? t.corrected : t.literal);

let stored: Wording = 'as specified';

/** Stores the setting's wording. Only in the browser: the server renders both wordings in one process. */
export function storeWording(wording: Wording): void {
  stored = wording;
}

export const storedWording = (): Wording => stored;

/** For account pages and back office, and outside of components; components of reading pages use useLiteral. */
export const storedLiteral = (): Literal => literalIn(stored);
