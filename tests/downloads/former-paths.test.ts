import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import type { Envelope } from '../../contract/envelope.ts';
import { type App, buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { nameInHeader } from '../../server/testing/disposition.ts';
import { form } from '../../server/testing/forms.ts';
import { readZip, savedAs, tool } from '../../server/testing/tools.ts';
import { formerPortal } from '../support/former.ts';

onEitherDatabase('decisions §4: a dataset whose path was made by a former version keeps it', (kind) => {
  let former: Awaited<ReturnType<typeof formerPortal<'keys-in-the-database'>>>;
  let app: App;
  beforeAll(async () => {
    former = await formerPortal(kind, 'keys-in-the-database');
    app = await buildApp({ config: readConfig(former.env), now: () => former.known.madeAt });
  });
  afterAll(async () => {
    await app?.close();
    await former.remove();
  });

  const get = (url: string) =>
    app.server.inject({ url, headers: { authorization: `Bearer ${former.known.personalToken}` } });
  async function owner<Data>(method: 'GET' | 'POST', url: string, body?: object | FormData): Promise<Data> {
    const asForm = body instanceof FormData ? new Response(body) : undefined;
    const signedIn = await app.server.inject({
      method: 'POST',
      url: '/api/v1/admin/login',
      payload: former.known.owner,
    });
    const answer = await app.server.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${signedIn.json<Envelope<{ token: string }>>().data?.token}`,
        ...(asForm ? { 'content-type': asForm.headers.get('content-type') ?? '' } : {}),
      },
      ...(asForm ? { payload: Buffer.from(await asForm.arrayBuffer()) } : {}),
    });
    const { code, data, msg } = answer.json<Envelope<Data>>();
    expect([code, msg]).toEqual([200, expect.anything()]);
    return data as Data;
  }

  test('it downloads whole by its former address, under its former name, and `sha256sum -c` passes', async () => {
    const { datasetId } = former.known;
    const file = await get(`/api/v1/download/${datasetId}/kept/1.0.zip`);
    const proof = await get('/api/v1/downloadInspection/kept/1.0.zip');
    expect([file.statusCode, proof.statusCode]).toEqual([200, 200]);
    const names = [file, proof].map(({ headers }) => nameInHeader(String(headers['content-disposition'])));
    expect(names).toEqual(['1.0.zip', '1.0.zip.sha256']);
    expect(proof.body).toMatch(/^[0-9a-f]{64} {2}1\.0\.zip\n$/);
    await savedAs({ '1.0.zip': file.rawPayload, '1.0.zip.sha256': proof.rawPayload }, (folder) =>
      tool('sha256sum', ['--strict', '-c', '1.0.zip.sha256'], folder),
    );
    expect((await get(`/api/v1/download/${datasetId}/kept/kept-1.0.zip`)).statusCode).toBe(404);
  });

  test('what is added to it lies beside what is there, and in its ZIP under the same folder', async () => {
    const { datasetId } = former.known;
    const more = form({}, ['subsets', 'more', 'more.csv']);
    const { subsets } = await owner<{ subsets: Subset[] }>(
      'POST',
      `/api/v1/admin/addSubsets/${datasetId}`,
      more,
    );
    expect(subsets.map(({ path }) => path)).toEqual(['kept/1.0/more.csv']);
    await app.settle();
    const { dataset } = await owner<{ dataset: Dataset }>('GET', `/api/v1/admin/dataset/${datasetId}`);
    expect(dataset.path).toBe('kept/1.0.zip');
    const zip = await readZip((await get(`/api/v1/download/${datasetId}/kept/1.0.zip`)).rawPayload);
    expect(zip.map(({ name }) => name).sort()).toEqual(['more.csv', 'train.csv']);
  });
});
