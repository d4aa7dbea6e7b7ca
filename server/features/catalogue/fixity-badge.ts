import type { Dataset, Fixity } from '../../../contract/catalogue.ts';
import { t as enMachines } from '../../../texts/en-machines.ts';
import type { Language, Translated } from '../../../texts/languages.ts';
import { t as zhCNMachines } from '../../../texts/zh-CN-machines.ts';
import { type Prepared, prepare } from '../../http/index.ts';
import { xml } from '../../shared/xml.ts';

const badges: Record<Language, Translated<typeof enMachines.badge>> = {
  en: enMachines.badge,
  'zh-CN': zhCNMachines.badge,
};
/** Each under white text at 4.5:1 or more, and apart from a light and from a dark page. */
const colours = { label: '#475569', whole: '#116b39', damaged: '#b42318', neither: '#64748b' };

/** Days within which every file is read again (faults.md, "corrupt blob"): beyond them no badge is green. */
const PROMISED = 30;
const PADDING = 6;

/** Width in px of a letter of 11 px in Verdana and its like. */
function widthOf(letter: string): number {
  if (/[\u2e80-\uffef]/.test(letter)) return 11;
  if (/[ijl]/.test(letter)) return 3.1;
  if (/[frt ,.]/.test(letter)) return 4.2;
  return /[mw]/.test(letter) ? 9.7 : 6.9;
}

/** Width in px of a text, estimated: it is then drawn at exactly this width, whatever the font. */
const lengthOf = (text: string): number =>
  Math.ceil(Array.from(text, widthOf).reduce((sum, width) => sum + width, 0));

/** The badge's right half. */
function rightHalf(fixity: Fixity | null, language: Language): { value: string; colour: string } {
  const words = badges[language];
  if (!fixity) return { value: words.none, colour: colours.neither };
  const { files, damaged, days } = fixity;
  if (damaged > 0) return { value: words.failed(String(damaged), String(files)), colour: colours.damaged };
  const value = words.verified(String(files), String(days));
  return { value, colour: days > PROMISED ? colours.neither : colours.whole };
}

/** Drawn by attributes alone: the policy allows it no style. */
function svg(title: string, label: string, value: string, colour: string): string {
  const left = lengthOf(label) + 2 * PADDING;
  const width = left + lengthOf(value) + 2 * PADDING;
  const half = (text: string, x: number) =>
    `<text x="${x + PADDING}" y="14" textLength="${lengthOf(text)}">${xml(text)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${xml(title)}">` +
    `<title>${xml(title)}</title>` +
    `<rect width="${width}" height="20" rx="3" fill="${colour}"/>` +
    `<path d="M3 0H${left}V20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="${colours.label}"/>` +
    `<g fill="#fff" font-family="Verdana,'DejaVu Sans','Noto Sans SC',sans-serif" font-size="11">` +
    `${half(label, 0)}${half(value, left)}</g></svg>\n`
  );
}

interface Shown {
  dataset: Pick<Dataset, 'name' | 'version'>;
  fixity: Fixity | null;
}

/** The badge of a dataset's fixity. Other sites may show it (docs/decisions/0033). */
export function fixityBadge({ dataset: { name, version }, fixity }: Shown, language: Language): Prepared {
  const { value, colour } = rightHalf(fixity, language);
  const title = `${name} ${version}: ${fixity?.says[language] ?? badges[language].none}`;
  return prepare(svg(title, badges[language].label, value, colour), {
    type: 'image/svg+xml; charset=utf-8',
    headers: {
      'cache-control': 'public, max-age=300',
      'content-language': language,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
