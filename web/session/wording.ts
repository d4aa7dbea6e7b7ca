import { t } from '#texts/reading';
import type { Setting } from '../../contract/setting.ts';

export type Wording = Setting['wording'];
export type Literal = { readonly [Key in keyof typeof t.literal]: string };

/** Decisions §8: the words that the specification fixes, or what stands for them in the "corrected" wording. */
export const literalIn = (wording: Wording): Literal => (wording === 'corrected' ? t.corrected : t.literal);

let stored: Wording = 'as specified';

/** Of the setting. Only in the browser: the server renders pages of either wording in one process. */
export function storeWording(wording: Wording): void {
  stored = wording;
}

export const storedWording = (): Wording => stored;

/** In account pages and back office, and for code outside components; components of reading pages take useLiteral. */
export const storedLiteral = (): Literal => literalIn(stored);
