import type { OneTerms } from '../../contract/terms.ts';
import { callServer } from './server-process.ts';

/** Sets of terms, made and asked for by an administrator's calls on a running server. */
export function termsOn(url: string, token: string) {
  const write = <Data>(method: 'POST' | 'PUT', path: string, body: object): Promise<Data> =>
    callServer<Data>(url, method, path, { token, body });
  return {
    add: (title: string, text: string) => write<OneTerms>('POST', '/api/v1/admin/terms', { title, text }),
    /** A new version, once they are in use. */
    change: ({ id, versions: [newest] }: OneTerms, text: string, signAgain = true) =>
      write<OneTerms>('PUT', `/api/v1/admin/terms/${id}`, {
        title: newest?.title,
        text,
        version: newest?.version,
        signAgain,
      }),
    /** Makes a dataset ask for them; without any, for nothing. */
    ask: (datasetId: string, terms?: OneTerms) =>
      write('PUT', `/api/v1/admin/dataset/${datasetId}/access`, {
        policy: terms ? 'terms' : 'portal',
        termsId: terms?.id ?? null,
      }),
  };
}
