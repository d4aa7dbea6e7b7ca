import { useSyncExternalStore } from 'react';
import { getSetting, type Setting } from '../../contract/setting.ts';
import { en } from '../../texts/en-reading.ts';
import { call } from '../api/call.ts';
import { storeAppName } from '../session/title.ts';

/** What the pages go by until the setting is there, or when it cannot be had: they stay readable without it. */
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

let setting = defaults;
let asked: Promise<Setting> | undefined;
const listeners = new Set<() => void>();

async function ask(): Promise<Setting> {
  try {
    setting = await call(getSetting, { quiet: true });
    storeAppName(setting.name);
    for (const listener of listeners) listener();
  } catch {
    // Asked again with the next page.
    asked = undefined;
  }
  return setting;
}

/** Asked for once per visit; never fails. */
export function loadSetting(): Promise<Setting> {
  asked ??= ask();
  return asked;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSetting = (): Setting =>
  useSyncExternalStore(
    subscribe,
    () => setting,
    () => defaults,
  );

/** The address of a picture or PDF below the static base. */
export const staticUrl = ({ staticBase }: Setting, path: string): string => `${staticBase}/${path}`;
