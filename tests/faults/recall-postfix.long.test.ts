import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DataOf } from '../../contract/endpoint.ts';
import type { listRecallPeople } from '../../contract/recalls.ts';
import { fillPast } from '../support/past.ts';
import { havePostfix, startPostfix } from '../support/postfix.ts';
import { random } from '../support/random.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const PEOPLE = 60;
const KILLS = 8;
/** Mails that one server hands over at a time (server/mail/transports.ts). */
const AT_A_TIME = 3;
const HOLDERS = Array.from({ length: PEOPLE }, (_, i) => `holder${i}@example.org`);
const MESSAGE = { kind: 'corrected', what: 'Row 3.', reason: 'A typing error.', correctedIn: null };

describe.skipIf(!havePostfix())('faults: a recall through a real Postfix, killed again and again', () => {
  let dataDir: string;
  let postfix: Awaited<ReturnType<typeof startPostfix>>;
  let server: ServerProcess | undefined;
  let id: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vitrine-recall-postfix-'));
    postfix = await startPostfix();
    await fillPast(dataDir, async (past) => {
      past.at(Date.now() - 3_600_000);
      const files = { 'a.csv': 'recalled', 'b.csv': 'another' };
      id = await past.dataset({ name: 'Killed', version: '1', modalityName: 'Noise', files });
      for (const name of HOLDERS) {
        await past.user(name, 'approved');
        await past.download(name, id, 'a.csv');
      }
      await past.user('other@example.org', 'approved');
      await past.download('other@example.org', id, 'b.csv');
    });
  }, 900_000);
  afterEach(async () => {
    await server?.end('SIGKILL');
    await postfix?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const arrived = async () =>
    (await postfix.delivered()).filter(({ subject }) => subject.startsWith('Corrected files'));

  test(`each of ${PEOPLE} holders gets one mail, nobody else any, across ${KILLS} kills`, async () => {
    const start = () => startServer(dataDir, { SMTP_URL: postfix.url, MAIL_FROM: 'Lab <lab@example.net>' });
    server = await start();
    const call = async <Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> =>
      callServer<Data>(server?.url ?? '', method, `/api/v1/admin/${path}`, {
        token: await adminTokenOf(server?.url ?? ''),
        ...(body ? { body } : {}),
      });
    const { list } = await call<{ list: { path: string; sha256: string }[] }>(
      'GET',
      `dataset/${id}/recallable`,
    );
    const files = list
      .filter(({ path }) => path.endsWith('a.csv'))
      .map(({ path, sha256 }) => ({ path, sha256 }));
    const recall = await call<{ id: string }>('POST', `dataset/${id}/recalls`, { files });
    await call('POST', `recall/${recall.id}/sending`, MESSAGE);

    let meanwhile = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      const before = (await arrived()).length;
      await expect
        .poll(async () => (await arrived()).length, { timeout: 60_000, interval: 20 })
        .toBeGreaterThan(Math.min(before, PEOPLE - 1));
      await sleep(random() * 1_000);
      await server.end('SIGKILL');
      if ((await arrived()).length < PEOPLE) meanwhile++;
      server = await start();
    }
    // The kills fell into the sending, and not behind it.
    expect(meanwhile).toBeGreaterThan(KILLS / 2);

    const people = () =>
      call<DataOf<typeof listRecallPeople>>('GET', `recall/${recall.id}/people?pageSize=200`);
    await expect
      .poll(async () => new Set((await people()).list.map(({ mail }) => mail)), { timeout: 120_000 })
      .toEqual(new Set(['sent']));
    await sleep(5_000);

    const mails = await arrived();
    // A mail that leaves twice is one for whoever reads it: it has one Message-ID (docs/decisions/0009).
    const byId = new Map(mails.map(({ messageId, recipient }) => [messageId, recipient]));
    expect([...byId.values()].sort()).toEqual([...HOLDERS].sort());
    expect(mails.length - byId.size).toBeLessThanOrEqual(KILLS * AT_A_TIME);
    expect(mails.every(({ to, recipient }) => to.includes(recipient))).toBe(true);
  });
});
