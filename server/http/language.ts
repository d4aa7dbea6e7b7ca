import { type Language, languageCookie, languages } from '../../texts/languages.ts';

/** Languages that a range of RFC 4647 covers: `zh` and any kind of it gets the only Chinese that there is. */
const covers = (range: string, language: Language): boolean =>
  range === '*' || range.split('-')[0] === language.split('-')[0];

interface Weighted {
  range: string;
  weight: number;
}

/** RFC 9110 §12.5.4; a part that is none is left out. */
const readRanges = (header: string): Weighted[] =>
  header
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [, range, weight = '1'] =
        /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part) ?? [];
      return range === undefined ? [] : [{ range, weight: Math.min(1, Number(weight)) }];
    });

interface Standing {
  weight: number;
  /** Where in the header it stands: of languages that weigh the same, the first is taken. */
  place: number;
}

/** A range that names the language says more than `*`, whatever their order; the best of several kinds counts. */
function standingOf(language: Language, ranges: readonly Weighted[]): Standing {
  const found = ranges
    .map(({ range, weight }, place) => ({ range, weight, place }))
    .filter(({ range }) => covers(range, language));
  const named = found.filter(({ range }) => range !== '*');
  const [best] = (named.length > 0 ? named : found).sort((a, b) => b.weight - a.weight);
  return best ?? { weight: 0, place: ranges.length };
}

/** What a browser asks for most; the first of our languages when it asks for none of them. */
function accepted(header: string): Language {
  const ranges = readRanges(header);
  const [first] = languages;
  return languages.reduce<Language>((best, one) => {
    const [a, b] = [standingOf(best, ranges), standingOf(one, ranges)];
    return b.weight > a.weight || (b.weight === a.weight && b.place < a.place) ? one : best;
  }, first);
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
