import Negotiator from 'negotiator';
import { type Language, languageCookie, languages } from '../../texts/languages.ts';

/** Longest parsed header, in characters: bounds the work. */
const LONGEST = 1_000;

/** `zh` and all its variants map to the only Chinese texts. */
const byPrimaryTag = new Map(languages.map((language) => [language.split('-')[0] ?? language, language]));

/** RFC 9110 §12.5.4: the supported language with the highest weight; the default when none is accepted. */
function accepted(header: string): Language {
  const headers = { 'accept-language': header.slice(0, LONGEST) };
  const tag = new Negotiator({ headers }).language([...byPrimaryTag.keys()]);
  return byPrimaryTag.get(tag ?? '') ?? languages[0];
}

const chosen = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`);

/** The language of a page: the person's choice (cookie), else by `Accept-Language`, else the default. */
export function languageFor(headers: {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}): Language {
  const wanted = chosen.exec(headers.cookie ?? '')?.[1];
  return languages.find((one) => one === wanted) ?? accepted(headers['accept-language'] ?? '');
}

/** `Vary` header of `languageFor`. */
export const languageVary = 'Accept-Language, Cookie';

/** Calls a factory once for every language. */
export async function inEachLanguage<Made>(
  make: (language: Language) => Promise<Made>,
): Promise<Record<Language, Made>> {
  const made = await Promise.all(
    languages.map(async (language) => [language, await make(language)] as const),
  );
  return Object.fromEntries(made) as Record<Language, Made>;
}
