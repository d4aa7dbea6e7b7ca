import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import * as en from '@zxcvbn-ts/language-en';

// Its word lists are megabytes, and an estimate takes long: only the threads for passwords load this file.

/**
 * Characters that are looked at. The work grows faster than the length: the worst of 64 takes about half of what 128
 * do, and whoever has to guess the rest as well has no less to do.
 */
const LOOKED_AT = 64;

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, ...en.dictionary },
  graphs: adjacencyGraphs,
  translations: en.translations,
  maxLength: LOOKED_AT,
});

export interface Strength {
  /** 0 to 4. */
  score: number;
  /** What makes it weak, a sentence in English; null when nothing does in particular. */
  warning: string | null;
}

/** @param words that an attacker would try first */
export function strengthOf(password: string, words: string[]): Strength {
  const { score, feedback } = estimator.check(password, words);
  return { score, warning: feedback.warning || null };
}
