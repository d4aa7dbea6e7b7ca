import { describe, expect, it } from 'vitest';
import { breadcrumb, menu } from './menu.ts';

describe('§2 administrator layout', () => {
  it('has the screens of the route table in their groups', () => {
    expect(menu.map(({ items }) => items.map(({ path }) => path))).toEqual([
      ['/admin/index'],
      ['/admin/user/user_list', '/admin/user/approved_user_list', '/admin/user/applicant_list'],
      ['/admin/dataset/download', '/admin/dataset/dataset_list'],
    ]);
  });

  it('names group and screen in the breadcrumb', () => {
    expect(breadcrumb('/admin/user/applicant_list')).toEqual(['User management', 'applicant list']);
    expect(breadcrumb('/admin/index')).toEqual(['home']);
  });
});
