import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnRequest } from '../../../contract/requests.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount } from '../../testing/look-inside.ts';
import { decideRequest, sendRequest } from '../../testing/requests.ts';

const question = {
  id: 'ethics',
  kind: 'file',
  label: 'The approval',
  help: '',
  required: false,
  options: [],
};

onEitherDatabase('access.md "Requests": of datasets that ask for none any more', (database) => {
  let t: TestApp;
  let number = 0;

  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const administer = async (method: 'PUT' | 'DELETE', rest: string, body?: object) =>
    t.call(method, `/api/v1/admin/${rest}`, { token: await t.adminToken(), ...(body && { body }) });
  const setPolicy = (of: string, policy: string) =>
    administer('PUT', `dataset/${of}/access`, { policy, termsId: null });
  async function asking(name: string): Promise<string> {
    const { id } = (await t.dataset({ name, files: { 'a.txt': name } })).dataset;
    await administer('PUT', `dataset/${id}/requestForm`, { questions: [question] });
    await setPolicy(id, 'request');
    return id;
  }
  async function person() {
    const email = `over${++number}@example.org`;
    return { ...(await t.user(email)), email };
  }
  const about = async (name: string) => (await t.mails()).filter(({ text }) => text.includes(name));

  test('nobody is told to decide, and nobody that an access ends; it ends all the same', async () => {
    const id = await asking('Open by now');
    const [ada, eve] = [await person(), await person()];
    const granted = await sendRequest(t, id, ada.token);
    const grantedUntil = new Date(t.clock.now + 30 * DAY).toISOString();
    await decideRequest(t, granted, 'granted', { grantedUntil });
    t.clock.now += DAY;
    await t.app.settle();
    await sendRequest(t, id, await t.login(eve.email));
    const before = (await about('Open by now')).length;
    await setPolicy(id, 'portal');
    t.clock.now += 17 * DAY;
    expect(await about('Open by now')).toHaveLength(before);
    t.clock.now += 13 * DAY;
    expect(await about('Open by now')).toHaveLength(before);
    await setPolicy(id, 'request');
    const token = await t.login(ada.email);
    const { timeline } = await t.call<OwnRequest>('GET', `/api/v1/dataset/${id}/request`, { token });
    expect(timeline.at(-1)).toMatchObject({ from: 'granted', to: 'ended' });
    t.clock.now += DAY;
    expect((await about('Open by now')).length, 'who waits is told of again').toBeGreaterThan(before);
    await administer('DELETE', `dataset/${id}`);
    const told = (await about('Open by now')).length;
    t.clock.now += 3 * DAY;
    expect(await about('Open by now'), 'in the trash').toHaveLength(told);
  });

  test('drafts go with the last version, and their documents; what was sent stays', async () => {
    const id = await asking('Purged');
    const [ada, eve] = [await person(), await person()];
    const body = new FormData();
    body.append('questionId', 'ethics');
    body.append('file', new Blob(['%PDF-1.7']), 'approval.pdf');
    await t.call('POST', `/api/v1/dataset/${id}/request/file`, { token: ada.token, body });
    await sendRequest(t, id, eve.token);
    const counts = async () => [
      await rowCount(t, `requests where user_id = '${ada.id}'`),
      await rowCount(t, `request_files where name = 'approval.pdf'`),
      await rowCount(t, `blobs where size = 8 and state = 'kept'`),
      await rowCount(t, `requests where user_id = '${eve.id}'`),
    ];
    await administer('DELETE', `dataset/${id}`);
    expect(await counts(), 'it may come back from the trash').toEqual([1, 1, 1, 1]);
    await administer('DELETE', `trash/${id}`);
    await t.app.settle();
    expect(await counts()).toEqual([0, 0, 0, 1]);
  });
});
