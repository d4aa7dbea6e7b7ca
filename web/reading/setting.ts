import { useCallback } from 'react';
import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router';
import { t } from '#texts/reading';
import { getDictByType } from '../../contract/dictionary-entry.ts';
import { labelsOf } from '../../contract/dictionary-labels.ts';
import { getSetting, type Setting } from '../../contract/setting.ts';
import { call } from '../api/call.ts';
import { storeAppName } from '../session/title.ts';
import { type Literal, literalIn, storeWording } from '../session/wording.ts';
import { pageDataOf } from './page-data.ts';

/** Id of the parent route of all reading pages, whose data is the setting. */
export const rootRoute = 'root';

/** The setting, and the labels by modality (decisions §7). */
export interface SiteData extends Setting {
  modalityNames: Record<string, string>;
}

/** Defaults when the setting cannot be loaded: the pages stay readable. */
const defaults: SiteData = {
  name: t.brand,
  shortName: t.brand,
  logo: '',
  contact: '',
  copyright: '',
  filings: '',
  wording: 'as specified',
  staticBase: '/static',
  modalityNames: {},
};

const askForNames = async (): Promise<Record<string, string>> => {
  try {
    return labelsOf(await call(getDictByType, { params: { type: 'modality' }, quiet: true }));
  } catch {
    return {};
  }
};

/** Never rejects. */
export async function loadSetting(args: LoaderFunctionArgs): Promise<SiteData> {
  const page = pageDataOf(args);
  if (page) return { ...page.setting, modalityNames: page.modalityNames ?? {} };
  try {
    const [setting, modalityNames] = await Promise.all([call(getSetting, { quiet: true }), askForNames()]);
    storeAppName(setting.name);
    storeWording(setting.wording);
    return { ...setting, modalityNames };
  } catch {
    return defaults;
  }
}

const useSite = (): SiteData => useRouteLoaderData<SiteData>(rootRoute) ?? defaults;

export const useSetting: () => Setting = useSite;

/** Returns a function from a modality to its label. */
export function useModalityName(): (name: string) => string {
  const { modalityNames } = useSite();
  return useCallback(
    (name) => (Object.hasOwn(modalityNames, name) ? modalityNames[name] : undefined) ?? name,
    [modalityNames],
  );
}

/** The literal texts, in the configured wording. */
export const useLiteral = (): Literal => literalIn(useSetting().wording);

/** The URL of an image or PDF below the static base. */
export const staticUrl = ({ staticBase }: Setting, path: string): string => `${staticBase}/${path}`;
