import { tAccount } from '#texts/account';

const words = tAccount.own.sessions;

// The first match counts: most browsers also name their ancestors.
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const first = (userAgent: string, list: [RegExp, string][]): string | undefined =>
  list.find(([mark]) => mark.test(userAgent))?.[1];

/** A readable name of the device; its title has the full user agent. */
export function deviceOf(userAgent: string): string {
  const browser = first(userAgent, browsers) ?? words.unknownBrowser;
  return words.device(browser, first(userAgent, systems) ?? words.unknownSystem);
}
