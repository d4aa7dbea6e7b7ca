import type { OwnSignature } from '../../contract/signing.ts';
import type { OneTerms, TermsVersion } from '../../contract/terms.ts';
import type { TestApp } from './build-test-app.ts';
import { sql } from './look-inside.ts';

export const TERMS_TEXT = '# Use\n\nOnly for **research**.\n\nDo not share.';

let names = 0;

interface Signed {
  code: number;
  msg: string;
  data?: OwnSignature;
  errors?: { path: string; message: string }[];
}

/** The newest version of a set. */
export function newestOf(set: OneTerms): TermsVersion {
  const [version] = set.versions;
  if (!version) throw new Error('a set without versions');
  return version;
}

/** Calls about terms, as a curator or owner and as users make them. */
export function termsCalls(t: TestApp, token: () => string) {
  const calls = {
    add: (title = `Terms ${++names}`, text = TERMS_TEXT) =>
      t.call<OneTerms>('POST', '/api/v1/admin/terms', { token: token(), body: { title, text } }),
    one: (id: string) => t.call<OneTerms>('GET', `/api/v1/admin/terms/${id}`, { token: token() }),
    change: (id: string, body: object) => t.ask('PUT', `/api/v1/admin/terms/${id}`, { token: token(), body }),
    remove: (id: string) => t.ask('DELETE', `/api/v1/admin/terms/${id}`, { token: token() }),
    setAccess: (datasetId: string, body: object) =>
      t.ask('PUT', `/api/v1/admin/dataset/${datasetId}/access`, { token: token(), body }),

    async asks(datasetId: string, termsId: string | null): Promise<void> {
      const policy = termsId === null ? 'portal' : 'terms';
      const { code, msg } = await calls.setAccess(datasetId, { policy, termsId });
      if (code !== 200) throw new Error(msg);
    },

    /** Signs with the name of the test's users. */
    sign: (datasetId: string, userToken: string, terms: string, body: object = {}) =>
      t.ask('POST', `/api/v1/dataset/${datasetId}/signature`, {
        token: userToken,
        body: { terms, name: 'Ada Lovelace', agreed: true, ...body },
      }) as Promise<Signed>,

    /** A published dataset with a name of its own. */
    dataset: async (more: Parameters<TestApp['dataset']>[0] = {}) =>
      (await t.dataset({ name: `Asking ${++names}`, ...more })).dataset,

    /** Downloads a dataset's first subset. */
    async download(datasetId: string, userToken: string) {
      const [row] = await sql<{ path: string }>(
        t,
        `select path from subsets where dataset_id = '${datasetId}'`,
      );
      return t.inject('GET', `/api/v1/download/${datasetId}/${row?.path}`, { token: userToken });
    },

    /** A dataset that asks for terms, which a new user has signed. */
    async signed(email: string) {
      const set = await calls.add();
      const dataset = await calls.dataset();
      await calls.asks(dataset.id, set.id);
      const user = await t.user(email);
      const { data } = await calls.sign(dataset.id, user.token, newestOf(set).id);
      if (!data) throw new Error('not signed');
      return { set, dataset, user, signature: data };
    },
  };
  return calls;
}
