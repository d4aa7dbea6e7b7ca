import { expect } from 'vitest';
import type { AdminDataset } from '../../contract/dataset-admin.ts';
import type { listVersions } from '../../contract/dataset-versions.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { form, newDataset } from '../../server/testing/forms.ts';
import { callServer } from './server-process.ts';

/** Datasets and their versions, made by an administrator's calls on a running server. */
export function releasesOn(url: string, token: string) {
  const call = <Data>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Data> =>
    callServer<Data>(url, method, path, { token, ...(body && { body }) });
  const update = (id: string, body: object) =>
    call<AdminDataset>('PUT', `/api/v1/admin/updateDataset/${id}`, body);
  const lineage = (id: string) =>
    call<DataOf<typeof listVersions>>('GET', `/api/v1/admin/dataset/${id}/versions`);

  /** A draft 1.0 with the file `a.csv`. */
  async function added(name: string): Promise<string> {
    const answer = await fetch(`${url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form(newDataset(name), ['subsets', `a of ${name}`, 'a.csv']),
    });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  }

  return {
    call,
    update,
    lineage,
    added,
    /** The same, published and frozen. */
    async frozen(name: string): Promise<string> {
      const id = await added(name);
      await update(id, { status: 'published', freeze: true });
      await expect.poll(async () => (await lineage(id)).versions[0]?.frozenAt).not.toBeNull();
      return id;
    },
    /** A draft made from it. */
    next: async (id: string, version: string): Promise<string> =>
      (await call<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/newVersion`, { version })).id,
  };
}
