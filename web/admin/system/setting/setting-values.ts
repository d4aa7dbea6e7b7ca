import type { Setting } from '../../../../contract/setting.ts';

/** The setting as form values: strings only. */
export interface SettingFormValues extends Record<string, string> {
  name: string;
  shortName: string;
  /** Path of the logo to keep; empty: none. */
  logo: string;
  contact: string;
  copyright: string;
  filings: string;
  wording: Setting['wording'];
}

export const valuesOf = ({ staticBase: _, ...values }: Setting): SettingFormValues => values;

/** Only changed fields are sent: two administrators may edit different fields. */
export const changedValues = (
  before: SettingFormValues,
  after: SettingFormValues,
): Partial<SettingFormValues> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

/** JSON, or multipart with a new logo: fields before files. */
export function bodyOf(changed: Partial<SettingFormValues>, logo: File | undefined) {
  if (!logo) return changed;
  const form = new FormData();
  for (const [name, value] of Object.entries(changed)) {
    if (name !== 'logo' && value !== undefined) form.append(name, value);
  }
  form.append('logo', logo);
  return form;
}
