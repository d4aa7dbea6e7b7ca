import { describe, expect, it } from 'vitest';
import { breadcrumb, mayOpen, menu, menuFor, screensFor } from './menu.ts';

const paths = (groups: typeof menu) => groups.map(({ items }) => items.map(({ path }) => path));
const owner = { roles: ['owner'], permisaction: ['*:*:*'] };
const curator = {
  roles: ['curator'],
  permisaction: ['dataset:*:*', 'terms:*:*', 'record:*:read', 'job:*:*'],
};

describe('§2 administrator layout', () => {
  it('has the screens of the route table in their groups, and the groups of access and the system beside them', () => {
    const [home, user, dataset, access, system, ...others] = paths(menuFor(owner, false));
    expect(home).toEqual(['/admin/index']);
    expect(user).toEqual([
      '/admin/user/user_list',
      '/admin/user/approved_user_list',
      '/admin/user/applicant_list',
    ]);
    expect(dataset).toEqual([
      '/admin/dataset/download',
      '/admin/dataset/dataset_list',
      // access.md: beside §2's own two.
      '/admin/dataset/problems',
    ]);
    expect(access).toEqual(['/admin/access/terms', '/admin/access/signatures']);
    expect(system?.every((path) => path.startsWith('/admin/system/'))).toBe(true);
    expect(others).toEqual([]);
  });

  it('§3 "Menu items have a visible flag where \'0\' means shown"', () => {
    const shown = paths(menuFor(owner, true)).flat();
    for (const { path, visible } of menu.flatMap(({ items }) => items))
      expect(shown.includes(path), path).toBe(visible === '0');
    expect(shown).not.toContain('/admin/dataset/trash');
    expect(paths(screensFor(owner, true))).toEqual(paths([...menu]));
  });

  it('§2 "Dashboard, titled home, pinned tab"', () => {
    const pinned = menu.flatMap(({ items }) => items).filter(({ affix }) => affix);
    expect(pinned.map(({ path, title }) => [path, title])).toEqual([['/admin/index', 'home']]);
  });

  it('names group and screen in the breadcrumb', () => {
    expect(breadcrumb('/admin/user/applicant_list')).toEqual(['User management', 'applicant list']);
    expect(breadcrumb('/admin/index')).toEqual(['home']);
  });

  it('"sidebar built from the routes the admin may see": a group without any is left out', () => {
    expect(paths(menuFor(curator, false))).toEqual([
      ['/admin/index'],
      ['/admin/dataset/download', '/admin/dataset/dataset_list', '/admin/dataset/problems'],
      ['/admin/access/terms'],
      ['/admin/system/jobs'],
    ]);
  });

  it('§6 a screen opened by its address asks for the same', () => {
    expect(mayOpen(curator, '/admin/dataset/download')).toBe(true);
    expect(mayOpen(curator, '/admin/user/user_list')).toBe(false);
    expect(mayOpen(curator, '/admin/access/signatures')).toBe(false);
    expect(mayOpen(curator, '/admin/index')).toBe(true);
    expect(mayOpen(curator, '/admin/account')).toBe(true);
  });
});
