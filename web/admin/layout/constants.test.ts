import { describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { searchOptions } from './search/search-screens.ts';
import { defaults, formatSettings, parseSettings, presets } from './settings/settings.ts';
import { defaultSize, sizes } from './settings/size.ts';

// The computed styles are tested in a browser: tests/e2e/admin-*.test.ts.
describe('§9 constants of the administrator layout', () => {
  it('"Mobile breakpoint 992 px. Sidebar width 256 px"', () => {
    expect(limits.mobileBreakpoint).toBe(992);
    expect(limits.sidebarWidth).toBe(256);
  });

  it('"Header search: fuzzy threshold 0.4, title weight 0.7, path weight 0.3"', () => {
    expect(limits.headerSearch).toEqual({ threshold: 0.4, titleWeight: 0.7, pathWeight: 0.3 });
    expect(searchOptions).toMatchObject({
      threshold: 0.4,
      keys: [
        { name: 'title', weight: 0.7 },
        { name: 'path', weight: 0.3 },
      ],
    });
  });

  it('"Default theme colour #1890ff; 10 colour presets", those of decisions §8', () => {
    expect(presets).toEqual(
      '#1890ff #f5222d #fa541c #faad14 #13c2c2 #52c41a #2f54eb #722ed1 #eb2f96 #304156'.split(' '),
    );
    expect(presets).toHaveLength(10);
  });

  it('"default style dark theme; … tab bar, fixed header and sidebar logo all on by default"', () => {
    const asSpecified = {
      themeColor: '#1890ff',
      themeStyle: 'dark',
      fixedHeader: true,
      tagsView: true,
      sidebarLogo: true,
    };
    expect(defaults).toEqual(asSpecified);
    expect(parseSettings(undefined)).toEqual(asSpecified);
  });

  it('"Default size medium", of the four of §2', () => {
    expect(defaultSize).toBe('medium');
    expect(sizes).toEqual(['default', 'medium', 'small', 'mini']);
  });
});

describe('§3 interface settings, as the cookie keeps them', () => {
  it('come back as they were', () => {
    const chosen = {
      themeColor: '#722ed1',
      themeStyle: 'light',
      fixedHeader: false,
      tagsView: false,
      sidebarLogo: false,
    } as const;
    expect(parseSettings(formatSettings(chosen))).toEqual(chosen);
    expect(parseSettings(formatSettings(defaults))).toEqual(defaults);
  });

  it.each([
    '',
    'nonsense',
    'themeColor=red&themeStyle=blue&tagsView=maybe',
    'themeColor=%231890FF;x',
    '{"a":1}',
    '%',
  ])('of a strange one (%j) the defaults are taken', (text) => {
    expect(parseSettings(text)).toEqual(defaults);
  });
});
