/** The languages of the pages, the first one for whoever asks for none of them. */
export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': '中文' };

/** Where room is short. */
export const shortNames: Record<Language, string> = { en: 'EN', 'zh-CN': '中' };

/** Holds the language that a person chose. A cookie: signing out clears local storage (decisions §2). */
export const languageCookie = 'Portal-Language';

/** A catalogue in another language: the same keys, the same places to fill in, other words. */
export type Translated<Words> = Words extends string
  ? string
  : Words extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Words]: Translated<Words[Key]> };
