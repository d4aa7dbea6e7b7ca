import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router';
import { getSetting, type Setting } from '../../contract/setting.ts';
import { en } from '../../texts/en-reading.ts';
import { call } from '../api/call.ts';
import { storeAppName } from '../session/title.ts';
import { type Literal, literalIn, storeWording } from '../session/wording.ts';
import { pageDataOf } from './page-data.ts';

/** Of the route that every reading page lies in, whose data is the setting. */
export const rootRoute = 'root';

/** What the pages go by when the setting cannot be had: they stay readable without it. */
const defaults: Setting = {
  name: en.brand,
  shortName: en.brand,
  logo: '',
  contact: '',
  copyright: '',
  filings: '',
  wording: 'as specified',
  staticBase: '/static',
};

/** Never fails. */
export async function loadSetting(args: LoaderFunctionArgs): Promise<Setting> {
  const page = pageDataOf(args);
  if (page) return page.setting;
  try {
    const setting = await call(getSetting, { quiet: true });
    storeAppName(setting.name);
    storeWording(setting.wording);
    return setting;
  } catch {
    return defaults;
  }
}

export const useSetting = (): Setting => useRouteLoaderData<Setting>(rootRoute) ?? defaults;

/** The literal words, in the wording that the administrators chose. */
export const useLiteral = (): Literal => literalIn(useSetting().wording);

/** The address of a picture or PDF below the static base. */
export const staticUrl = ({ staticBase }: Setting, path: string): string => `${staticBase}/${path}`;
