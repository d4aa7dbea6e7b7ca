import type { TestAdministrator } from '../../server/testing/administrators.ts';
import type { TestApp } from '../../server/testing/build-test-app.ts';
import { newestOf, TERMS_TEXT, termsCalls } from '../../server/testing/terms.ts';
import type { Made } from './made.ts';

/** As `adminWrites`, of the terms. */
export function termsWrites(t: TestApp, owner: TestAdministrator): Record<string, () => Promise<Made>> {
  const calls = termsCalls(t, () => owner.token);
  const noted = ({ title, version, sha256, signAgain }: ReturnType<typeof newestOf>) => ({
    title,
    version,
    sha256,
    signAgain,
  });
  return {
    'POST /api/v1/admin/terms': async () => {
      const made = newestOf(await calls.add());
      const title = `${made.title} anew`;
      return { body: { title, text: TERMS_TEXT }, subject: title, after: { ...noted(made), title } };
    },
    'PUT /api/v1/admin/terms/:id': async () => {
      const { id, versions } = await calls.add();
      const title = `${versions[0]?.title} changed`;
      return {
        params: { id },
        body: { title, text: TERMS_TEXT, version: 1 },
        subject: title,
        before: { title: versions[0]?.title },
        after: { title },
      };
    },
    'DELETE /api/v1/admin/terms/:id': async () => {
      const set = await calls.add();
      const made = newestOf(set);
      return {
        params: { id: set.id },
        subject: made.title,
        before: noted(made),
        after: { deleted: true },
      };
    },
    'PUT /api/v1/admin/dataset/:id/access': async () => {
      const set = await calls.add();
      const { id, name } = await calls.dataset();
      return {
        params: { id },
        body: { policy: 'terms', termsId: set.id },
        subject: name,
        before: { policy: 'portal', terms: null },
        after: { policy: 'terms', terms: newestOf(set).title },
      };
    },
  };
}
