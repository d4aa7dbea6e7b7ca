import { useCallback } from 'react';
import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router';
import { t } from '#texts/reading';
import { getDictByType, labelsOf } from '../../contract/dictionary-entry.ts';
import { getSetting, type Setting } from '../../contract/setting.ts';
import { call } from '../api/call.ts';
import { storeAppName } from '../session/title.ts';
import { type Literal, literalIn, storeWording } from '../session/wording.ts';
import { pageDataOf } from './page-data.ts';

/** Of the route that every reading page lies in, whose data is the setting. */
export const rootRoute = 'root';

/** The setting, and what people read for a modality by its name (decisions §7). */
export interface SiteData extends Setting {
  modalityNames: Record<string, string>;
}

/** What the pages go by when the setting cannot be had: they stay readable without it. */
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

/** Never fails. */
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

/** Gives what people read for a modality's name. */
export function useModalityName(): (name: string) => string {
  const { modalityNames } = useSite();
  return useCallback(
    (name) => (Object.hasOwn(modalityNames, name) ? modalityNames[name] : undefined) ?? name,
    [modalityNames],
  );
}

/** The literal words, in the wording that the administrators chose. */
export const useLiteral = (): Literal => literalIn(useSetting().wording);

/** The address of a picture or PDF below the static base. */
export const staticUrl = ({ staticBase }: Setting, path: string): string => `${staticBase}/${path}`;
