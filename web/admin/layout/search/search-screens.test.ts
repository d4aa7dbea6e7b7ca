import { describe, expect, it } from 'vitest';
import { screensFor } from '../menu.ts';
import { foundIn, inWords, searchScreens } from './search-screens.ts';

const owner = { roles: ['owner'], permisaction: ['*:*:*'] };
const curator = { roles: ['curator'], permisaction: ['dataset:*:*', 'record:*:read'] };
const search = (query: string, held = owner) =>
  searchScreens(foundIn(screensFor(held, false)))(query).map(inWords);

describe('§2 "header search over route titles (fuzzy, threshold 0.4, title weight 0.7, path weight 0.3)"', () => {
  it('results read "Parent > Child"', () => {
    expect(search('applicant')[0]).toBe('User management > Applicant list');
    expect(search('home')[0]).toBe('Home');
  });

  it('finds by the group, by the path, and with a typo', () => {
    expect(search('dataset management')).toContain('Dataset management > Download records');
    expect(search('user_list')).toContain('User management > User list');
    expect(search('aplicnt')[0]).toBe('User management > Applicant list');
  });

  it('a title counts more than a path: 0.7 against 0.3', () => {
    const screens = [
      { path: '/admin/audit', title: ['history'] },
      { path: '/admin/history', title: ['audit'] },
    ];
    expect(searchScreens(screens)('audit').map(({ path }) => path)).toEqual([
      '/admin/history',
      '/admin/audit',
    ]);
  });

  it('finds nothing that is further away than 0.4', () => {
    expect(search('xylophone')).toEqual([]);
  });

  it('offers every screen that one may open before anything is typed, and none that one may not', () => {
    expect(search('')).toContain('Home');
    expect(search('', curator)).toContain('Dataset management > Download records');
    expect(search('', curator)).not.toContain('User management > User list');
    expect(search('user list', curator)).not.toContain('User management > User list');
  });
});
