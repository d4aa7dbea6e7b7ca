import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangedLine } from '../../../contract/signing.ts';
import type { OneTerms } from '../../../contract/terms.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEachDatabase } from '../../testing/databases.ts';

onEachDatabase('access.md "Terms as evidence": the difference between two versions', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const changes = (id: string, query: string) =>
    t.ask('GET', `/api/v1/admin/terms/${id}/changes?${query}`, { token }) as Promise<{
      code: number;
      data?: ChangedLine[];
    }>;

  test('line by line, of any two versions of a set', async () => {
    const write = (method: 'POST' | 'PUT', path: string, body: object) =>
      t.call<OneTerms>(method, `/api/v1/admin/${path}`, { token, body });
    const { id } = await write('POST', 'terms', { title: 'Use', text: 'One.\nTwo.' });
    const { dataset } = await t.dataset({ name: 'Compared' });
    await t.call('PUT', `/api/v1/admin/dataset/${dataset.id}/access`, {
      token,
      body: { policy: 'terms', termsId: id },
    });
    await write('PUT', `terms/${id}`, { title: 'Use', text: 'One.\nTwo!', version: 1, signAgain: true });
    await write('PUT', `terms/${id}`, {
      title: 'Use',
      text: 'One.\nTwo!\nThree.',
      version: 2,
      signAgain: true,
    });

    expect((await changes(id, 'from=1&to=2')).data).toEqual([
      { kind: 'same', text: 'One.' },
      { kind: 'removed', text: 'Two.' },
      { kind: 'added', text: 'Two!' },
    ]);
    expect((await changes(id, 'from=1&to=3')).data?.at(-1)).toEqual({ kind: 'added', text: 'Three.' });
    expect((await changes(id, 'from=3&to=3')).data?.every(({ kind }) => kind === 'same')).toBe(true);
    expect(await changes(id, 'from=1&to=4')).toMatchObject({ code: 404 });
    expect(await changes(id, 'from=1')).toMatchObject({ code: 400 });
    expect(await changes(id, 'from=one&to=2')).toMatchObject({ code: 400 });
    expect(await changes('none', 'from=1&to=2')).toMatchObject({ code: 404 });
  });
});
