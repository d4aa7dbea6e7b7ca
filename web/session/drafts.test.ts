import { expect, it } from 'vitest';
import { withoutSecrets } from './drafts.ts';

it('drafts never hold passwords, codes or tokens', () => {
  const typed = {
    email: 'ada@example.org',
    purpose: 'Looms',
    country: '',
    password: 'p',
    oldPassword: 'p',
    newPassword: 'p',
    validCode: '12345678',
    totp_code: '1',
    captcha: 'x',
    token: 't',
  };
  expect(withoutSecrets(typed)).toEqual({ email: 'ada@example.org', purpose: 'Looms', country: '' });
});
