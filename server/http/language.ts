import Negotiator from 'negotiator';
import { type Language, languageCookie, languages } from '../../texts/languages.ts';

/** A header may be as long as all headers together; nobody speaks this many languages. Characters. */
const LONGEST = 1_000;

/** `zh` and any kind of it gets the only Chinese that there is. */
const byPrimaryTag = new Map(languages.map((language) => [language.split('-')[0] ?? language, language]));

/** RFC 9110 §12.5.4: what a browser asks for most; the first of our languages when it asks for none of them. */
function accepted(header: string): Language {
  const headers = { 'accept-language': header.slice(0, LONGEST) };
  const tag = new Negotiator({ headers }).language([...byPrimaryTag.keys()]);
  return byPrimaryTag.get(tag ?? '') ?? languages[0];
}

const chosen = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`);

/** The language of a page: the one that the person chose, else by `Accept-Language`, else the first of ours. */
export function languageFor(headers: {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}): Language {
  const wanted = chosen.exec(headers.cookie ?? '')?.[1];
  return languages.find((one) => one === wanted) ?? accepted(headers['accept-language'] ?? '');
}

/** What `languageFor` goes by. */
export const languageVary = 'Accept-Language, Cookie';

/** Something made once for every language. */
export async function inEachLanguage<Made>(
  make: (language: Language) => Promise<Made>,
): Promise<Record<Language, Made>> {
  const made = await Promise.all(
    languages.map(async (language) => [language, await make(language)] as const),
  );
  return Object.fromEntries(made) as Record<Language, Made>;
}
