import { useStore } from '../../../ui/store.ts';
import { cookieStore } from './cookie-store.ts';

/** Decisions §8: the ten presets, as stored and shown; presets.css has the shades in use. */
export const presets = [
  '#1890ff',
  '#f5222d',
  '#fa541c',
  '#faad14',
  '#13c2c2',
  '#52c41a',
  '#2f54eb',
  '#722ed1',
  '#eb2f96',
  '#304156',
] as const;
export type Preset = (typeof presets)[number];

/** §3, interface settings. */
export interface Settings {
  themeColor: Preset;
  /** Style of the sidebar (decisions §8); the pages' theme is separate. */
  themeStyle: 'light' | 'dark';
  fixedHeader: boolean;
  /** Whether the tab bar is shown. */
  tagsView: boolean;
  sidebarLogo: boolean;
}

/** §9. */
export const defaults: Readonly<Settings> = {
  themeColor: '#1890ff',
  themeStyle: 'dark',
  fixedHeader: true,
  tagsView: true,
  sidebarLogo: true,
};

const switches = ['fixedHeader', 'tagsView', 'sidebarLogo'] as const;

/** Parses an untrusted cookie: missing or invalid values get their default. */
export function parseSettings(text: string | undefined): Settings {
  const kept = new URLSearchParams(text);
  const settings = { ...defaults };
  settings.themeColor = presets.find((preset) => preset === kept.get('themeColor')) ?? defaults.themeColor;
  settings.themeStyle = kept.get('themeStyle') === 'light' ? 'light' : 'dark';
  for (const name of switches) settings[name] = kept.get(name) !== '0';
  return settings;
}

export function formatSettings(settings: Settings): string {
  const { themeColor, themeStyle } = settings;
  const kept = new URLSearchParams({ themeColor, themeStyle });
  for (const name of switches) kept.set(name, settings[name] ? '1' : '0');
  return kept.toString();
}

const settings = cookieStore<Settings>({
  cookie: 'Portal-Layout',
  parse: parseSettings,
  format: formatSettings,
  apply: ({ themeColor }) => {
    document.documentElement.dataset.themeColor = themeColor;
  },
});

export const useSettings = (): Settings => useStore(settings);

/** Applied at once. */
export const changeSettings = (changed: Partial<Settings>): void =>
  settings.set({ ...settings.get(), ...changed });

export const resetSettings = (): void => settings.set(defaults);
