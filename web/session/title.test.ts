import { afterEach, describe, expect, it, vi } from 'vitest';
import { appName, pageTitle, resetAppName, storeAppName } from './title.ts';

const stored = (entries: Record<string, string>) => {
  const items = new Map(Object.entries(entries));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  return items;
};

afterEach(() => vi.unstubAllGlobals());

describe('§2 the page title', () => {
  it("is '{page title} - {app name}'", () => {
    expect(pageTitle('user list', 'Vitrine')).toBe('user list - Vitrine');
  });
  it('takes the app name from the stored settings', () => {
    stored({ 'app-info': '{"name":"Data of the lab"}' });
    expect(appName()).toBe('Data of the lab');
  });
  it.each(['', '{', 'null', '{"name":5}', '{"name":""}'])(
    'falls back to the short brand name: %j',
    (text) => {
      stored({ 'app-info': text });
      expect(appName()).toBe('Vitrine');
    },
  );
});

describe('§3 app setting info', () => {
  it('is kept under the app-info key, the name forced to the short brand name on load', () => {
    const items = stored({});
    storeAppName('Other');
    expect(items.get('app-info')).toBe('{"name":"Other"}');
    resetAppName();
    expect(appName()).toBe('Vitrine');
  });
});
