import { describe, expect, it } from 'vitest';
import { breadcrumb, mayOpen, menu, menuFor } from './menu.ts';

const paths = (groups: typeof menu) => groups.map(({ items }) => items.map(({ path }) => path));
const owner = { roles: ['owner'], permisaction: ['*:*:*'] };
const curator = { roles: ['curator'], permisaction: ['dataset:*:*', 'record:*:read', 'job:*:*'] };

describe('§2 administrator layout', () => {
  it('has the screens of the route table in their groups', () => {
    expect(paths(menu)).toEqual([
      ['/admin/index'],
      ['/admin/user/user_list', '/admin/user/approved_user_list', '/admin/user/applicant_list'],
      ['/admin/dataset/download', '/admin/dataset/dataset_list'],
      ['/admin/system/administrators', '/admin/system/audit', '/admin/system/approval'],
    ]);
  });

  it('names group and screen in the breadcrumb', () => {
    expect(breadcrumb('/admin/user/applicant_list')).toEqual(['User management', 'applicant list']);
    expect(breadcrumb('/admin/index')).toEqual(['home']);
  });

  it('"sidebar built from the routes the admin may see": a group without any is left out', () => {
    expect(paths(menuFor(owner))).toEqual(paths(menu));
    expect(paths(menuFor(curator))).toEqual([
      ['/admin/index'],
      ['/admin/dataset/download', '/admin/dataset/dataset_list'],
    ]);
  });

  it('§6 a screen opened by its address asks for the same', () => {
    expect(mayOpen(curator, '/admin/dataset/download')).toBe(true);
    expect(mayOpen(curator, '/admin/user/user_list')).toBe(false);
    expect(mayOpen(curator, '/admin/index')).toBe(true);
    expect(mayOpen(curator, '/admin/account')).toBe(true);
  });
});
