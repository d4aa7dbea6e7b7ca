import { type Setting, settingFields } from '../../../contract/setting.ts';
import { type BuiltInKey, judgedBy } from '../../configuration/index.ts';

export type SettingField = Exclude<keyof Setting, 'staticBase'>;

const key = (field: SettingField, name: string, first: string): BuiltInKey => ({
  key: `site.${field}`,
  name,
  first,
  isPublic: true,
  check: judgedBy(settingFields[field]),
});

/**
 * The configuration keys of `setting` (decisions §7).
 * @param checkLogo refuses a path that is not an uploaded logo's
 */
export const settingKeys = (
  checkLogo: (path: string) => Promise<string>,
): Record<SettingField, BuiltInKey> => ({
  name: key('name', 'Site name', 'Vitrine'),
  shortName: key('shortName', 'Short name', 'Vitrine'),
  logo: { ...key('logo', 'Logo', ''), check: checkLogo },
  contact: key('contact', 'Contact text', ''),
  copyright: key('copyright', 'Copyright', ''),
  filings: key('filings', 'Filing numbers', ''),
  wording: key('wording', 'Wording', 'as specified'),
});
