import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import * as en from '@zxcvbn-ts/language-en';

// The library's word lists are megabytes, and an estimate is slow: only the password threads load this file.

/**
 * Characters that are estimated. The work grows faster than linearly: 64 take at most half the time of 128, and the
 * rest only adds to the guesses needed.
 */
const ESTIMATED_LENGTH = 64;

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, ...en.dictionary },
  graphs: adjacencyGraphs,
  translations: en.translations,
  maxLength: ESTIMATED_LENGTH,
});

export interface Strength {
  /** 0 to 4. */
  score: number;
  /** The main weakness, a sentence in English; null without one. */
  warning: string | null;
}

/** @param words personal words that an attacker would try first */
export function strengthOf(password: string, words: string[]): Strength {
  const { score, feedback } = estimator.check(password, words);
  return { score, warning: feedback.warning || null };
}
