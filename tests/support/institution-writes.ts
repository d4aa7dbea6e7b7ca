import { newToken } from '../../server/auth/index.ts';
import { ADMIN_PASSWORD, type TestAdministrator } from '../../server/testing/administrators.ts';
import type { TestApp } from '../../server/testing/build-test-app.ts';
import { institutionEnv, plantAdminTicket } from '../../server/testing/institutions.ts';
import type { Made } from './made.ts';

const ISSUER = 'https://login.university.example';

/** An institution that nobody asks: what it would have said is planted. */
export const adminInstitution = {
  ...institutionEnv(ISSUER, 'University'),
  OIDC_ADMINS: 'University',
};

/** As `adminWrites`, of the administrators' own links; the app has `adminInstitution`. */
export function institutionWrites(
  t: TestApp,
  newAdministrator: () => Promise<TestAdministrator>,
  keep: <T extends string>(secret: T) => T,
): Record<string, () => Promise<Made>> {
  const ready = async () => {
    const by = await newAdministrator();
    const person = { issuer: ISSUER, subject: by.id };
    const ticket = keep(newToken());
    await plantAdminTicket(t, ticket, person);
    return { by, person, body: { ticket, password: ADMIN_PASSWORD } };
  };
  return {
    'POST /api/v1/admin/institutions/links': async () => {
      const { by, person, body } = await ready();
      return { by, body, subject: by.username, after: person };
    },
    'DELETE /api/v1/admin/institutions/links/:id': async () => {
      const { by, person, body } = await ready();
      const { token } = by;
      await t.call('POST', '/api/v1/admin/institutions/links', { token, body });
      const { links } = await t.call<{ links: { id: string }[] }>('GET', '/api/v1/admin/institutions/links', {
        token,
      });
      return { by, params: { id: links[0]?.id ?? '' }, subject: by.username, before: person };
    },
  };
}
