import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DataOf } from '../../contract/endpoint.ts';
import type { listRecallPeople } from '../../contract/recalls.ts';
import { smtpServer } from '../../server/testing/smtp.ts';
import { GUARD } from '../support/guards.ts';
import { fillPast } from '../support/past.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const PEOPLE = 12;
const NAMES = Array.from({ length: PEOPLE }, (_, i) => `holder${i}@example.org`);
const MESSAGE = { kind: 'corrected', what: 'Row 3.', reason: 'A typing error.', correctedIn: null };

let dataDir: string;
let smtp: Awaited<ReturnType<typeof smtpServer>>;
let server: ServerProcess | undefined;
let id: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-recall-kill-'));
  smtp = await smtpServer();
  await fillPast(dataDir, async (past) => {
    past.at(Date.now() - 3_600_000);
    const files = { 'a.csv': 'recalled' };
    id = await past.dataset({ name: 'Killed', version: '1', modalityName: 'Noise', files });
    for (const name of NAMES) {
      await past.user(name, 'approved');
      await past.download(name, id, 'a.csv');
    }
  });
}, 120_000);
afterEach(async () => {
  await server?.end('SIGKILL');
  await smtp.close();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startServer(dataDir, { SMTP_URL: smtp.url, MAIL_FROM: 'Lab <lab@example.org>' });

/** The recall's mails that arrived, each by its Message-ID: what is sent again is the same mail (docs/decisions/0009). */
function arrived(): Map<string, string> {
  const mails = smtp.received.filter(({ subject, taken }) => taken && subject.startsWith('Corrected files'));
  return new Map(mails.map(({ messageId, recipients }) => [messageId, recipients[0] ?? '']));
}

test('faults: kill -9 while a recall is sent: everybody gets one mail, and none is forgotten', {
  ...GUARD,
  timeout: 400_000,
}, async () => {
  server = await start();
  const token = await adminTokenOf(server.url);
  const admin = (url: string) => `/api/v1/admin/${url}`;
  const open = async (): Promise<string> =>
    (
      await callServer<{ id: string }>(server?.url ?? '', 'POST', admin(`dataset/${id}/recalls`), {
        token,
        body: { whole: true },
      })
    ).id;
  const recall = await open();

  // Killed in the middle of the call: all of it is there, or none.
  const call = callServer(server.url, 'POST', admin(`recall/${recall}/sending`), {
    token,
    body: MESSAGE,
  }).then(
    () => 'sent',
    () => 'unknown',
  );
  await sleep(30);
  await server.end('SIGKILL');
  const acknowledged = await call;
  server = await start();
  const status = async () =>
    (
      await callServer<{ status: string }>(server?.url ?? '', 'GET', admin(`recall/${recall}`), {
        token: await adminTokenOf(server?.url ?? ''),
      })
    ).status;
  if (acknowledged === 'sent') expect(await status()).toBe('sent');
  if ((await status()) === 'draft')
    await callServer(server.url, 'POST', admin(`recall/${recall}/sending`), {
      token: await adminTokenOf(server.url),
      body: MESSAGE,
    });

  // Killed again and again while the mails leave.
  for (let kills = 0; kills < 3; kills++) {
    const before = arrived().size;
    await expect
      .poll(() => arrived().size, { timeout: 30_000 })
      .toBeGreaterThan(Math.min(before, PEOPLE - 1));
    await server.end('SIGKILL');
    server = await start();
  }
  await expect.poll(() => arrived().size, { timeout: 60_000 }).toBe(PEOPLE);
  expect([...arrived().values()].sort()).toEqual([...NAMES].sort());
  const { url } = server;
  const owner = await adminTokenOf(url);
  const people = () =>
    callServer<DataOf<typeof listRecallPeople>>(url, 'GET', admin(`recall/${recall}/people`), {
      token: owner,
    });
  expect((await people()).count).toBe(PEOPLE);
  // What has arrived is written down a moment later.
  await expect
    .poll(async () => new Set((await people()).list.map(({ mail }) => mail)))
    .toEqual(new Set(['sent']));
  // Nothing comes after it.
  await server.end('SIGKILL');
  server = await start();
  await sleep(3_000);
  expect(arrived().size).toBe(PEOPLE);
});
