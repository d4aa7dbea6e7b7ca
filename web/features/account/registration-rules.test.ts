import { describe, expect, it } from 'vitest';
import { checkRegistration, emptyRegistration, looksLikeEmail } from './registration-rules.ts';

const complete = {
  email: 'ada@example.org',
  validCode: '12345678',
  password: 'museum orbit kettle',
  firstName: 'Ada',
  familyName: 'Lovelace',
  affiliation: 'University of London',
  purpose: 'Engines',
  country: '',
};

describe('§5 the registration form says what is missing before it asks the server', () => {
  it('names every required field, in the order of the form', () => {
    expect(checkRegistration(emptyRegistration).map(({ path }) => path)).toEqual([
      'email',
      'validCode',
      'password',
      'firstName',
      'familyName',
      'affiliation',
      'purpose',
    ]);
  });

  it('lets a complete form pass, the country may be empty', () => {
    expect(checkRegistration(complete)).toEqual([]);
  });

  it('asks for 12 characters (decisions §2)', () => {
    expect(checkRegistration({ ...complete, password: 'elevenchars' })).toHaveLength(1);
    expect(checkRegistration({ ...complete, password: 'twelve-chars' })).toEqual([]);
  });

  it('tells an address from a name', () => {
    expect(['ada', 'ada@', 'a b@c.d', ''].some(looksLikeEmail)).toBe(false);
    expect(looksLikeEmail(' ada@example.org ')).toBe(true);
    expect(looksLikeEmail('ada.l+x@mail.dept.example.org')).toBe(true);
  });
});
