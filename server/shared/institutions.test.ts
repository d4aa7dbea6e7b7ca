import { describe, expect, test } from 'vitest';
import { institutions } from './institutions.ts';

const env = (suffix: string, more: Record<string, string> = {}) => ({
  [`OIDC_ISSUER${suffix}`]: `https://login${suffix}.example.org`,
  [`OIDC_CLIENT_ID${suffix}`]: 'portal',
  [`OIDC_CLIENT_SECRET${suffix}`]: 'secret',
  [`OIDC_NAME${suffix}`]: `University${suffix}`,
  ...more,
});

describe('access.md: institutions by environment', () => {
  test('none, one, more by suffix in their order', () => {
    expect(institutions({ PATH: '/bin' })).toEqual([]);
    const list = institutions({ ...env('_10'), ...env('_2'), ...env('') });
    expect(list.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1 University',
      '2 University_2',
      '10 University_10',
    ]);
    expect(list[0]).toMatchObject({ issuer: 'https://login.example.org', clientId: 'portal' });
  });

  test.each([
    [{ OIDC_ISSUER: 'https://a.example' }, /OIDC_ISSUER, .*OIDC_NAME go together/],
    [{ ...env(''), OIDC_NAME_2: 'ORCID' }, /OIDC_ISSUER_2, .* go together/],
    [env('_1'), /have no suffix/],
    [env('_x'), /have no suffix/],
    [env('', { OIDC_ISSUER: 'login.example.org' }), /OIDC_ISSUER: must be an address/],
    [env('', { OIDC_ISSUER: 'http://login.example.org' }), /OIDC_ISSUER: needs https/],
    [env('', { OIDC_ISSUER: 'https://a.example?x=1' }), /OIDC_ISSUER: an issuer has no/],
    [{ ...env(''), ...env('_2', { OIDC_NAME_2: 'University' }) }, /two institutions are called University/],
    [
      { ...env(''), OIDC_ADMINS: 'ORCID' },
      /OIDC_ADMINS: no institution is called ORCID; .*there: University/,
    ],
    [{ ...env(''), OIDC_ADMINS: 'University,1' }, /OIDC_ADMINS: no institution is called 1/],
    [{ OIDC_ADMINS: 'University' }, /OIDC_ADMINS: no institution is called University; .*there: none/],
    [{ ...env(''), OIDC_ACR_2: 'loa-2' }, /OIDC_ISSUER_2, .* go together/],
    [{ ...env(''), ...env('_2', { OIDC_ISSUER_2: 'https://login.example.org' }) }, /is there twice/],
  ])('a contradiction is refused in words: %o', (given, words) => {
    expect(() => institutions(given)).toThrow(words);
  });

  test('OIDC_ADMINS names those of administrators; OIDC_ACR may stay out', () => {
    const list = institutions({
      ...env(''),
      ...env('_2'),
      ...env('_3'),
      OIDC_ACR_2: ' loa-4  loa-5 ',
      OIDC_ADMINS: 'University_3 , University_2',
    });
    expect(list.map(({ forAdmins }) => forAdmins)).toEqual([false, true, true]);
    expect(list.map(({ secondFactors }) => secondFactors)).toEqual([[], ['loa-4', 'loa-5'], []]);
    expect(institutions({ ...env(''), OIDC_ADMINS: ' , ' })[0]?.forAdmins).toBe(false);
  });

  test('on loopback http will do', () => {
    expect(institutions(env('', { OIDC_ISSUER: 'http://127.0.0.1:3999' }))).toHaveLength(1);
  });
});
