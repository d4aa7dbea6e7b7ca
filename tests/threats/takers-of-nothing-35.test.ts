// @module-tag guards
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerPools } from '../../server/delivery/index.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { publishedDocument } from '../support/document.ts';
import { type PausedReaders, pausedReaders } from '../support/paused-readers.ts';
import { type Published, published } from '../support/published.ts';

const MIB = 1024 * 1024;
/** Of the loopback, and nobody else's here. */
const ELSEWHERE = '127.0.200.1';

describe('threats 35: readers who take nothing', () => {
  let lab: Published;
  let document: string;
  let link: string;
  const idle: PausedReaders[] = [];

  beforeAll(async () => {
    lab = await published(2 * MIB);
    document = await publishedDocument(lab.server.url, 24 * MIB);
    link = await lab.link('reader@example.org');
  });
  afterEach(() => {
    for (const readers of idle.splice(0)) readers.close();
  });
  afterAll(() => lab.close());

  const port = () => Number(new URL(lab.server.url).port);
  async function open(path: string, localAddress = '127.0.0.1'): Promise<IncomingMessage> {
    const asking = request({ host: '127.0.0.1', port: port(), path, localAddress, agent: false });
    asking.end();
    const [answer] = await once(asking, 'response');
    return answer;
  }
  async function fetched(path: string, localAddress?: string): Promise<[status: number, bytes: number]> {
    const answer = await open(path, localAddress);
    let bytes = 0;
    for await (const piece of answer) bytes += (piece as Buffer).length;
    return [answer.statusCode ?? 0, bytes];
  }

  test('64 files at a time for strangers of one address, then 503 with words; others are served', async () => {
    const readers = await pausedReaders(port(), document, 300);
    idle.push(readers);
    // The one who signed in comes from the same address.
    expect(await fetched(link)).toEqual([200, 2 * MIB]);
    expect(await fetched(document, ELSEWHERE)).toEqual([200, 24 * MIB]);
    const statuses = await readers.statuses();
    expect(statuses.filter((status) => status === 200)).toHaveLength(64);
    expect(statuses.filter((status) => status === 503)).toHaveLength(300 - 64);
    const refused = await open(document);
    const words = await refused.setEncoding('utf8').toArray();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(words.join(''))).toEqual({ code: 503, msg: expect.stringContaining('address') });

    readers.close();
    await expect.poll(() => fetched(document), { timeout: 20_000 }).toEqual([200, 24 * MIB]);
  }, 60_000);
});

describe('threats 35: the share of the buffers that is kept for users', () => {
  let t: TestApp;
  const held: Buffer[] = [];
  beforeAll(async () => {
    t = await buildTestApp();
  });
  afterAll(async () => {
    for (const buffer of held) answerPools.anybody.give(buffer);
    await t.close();
  });

  test('a crowd of strangers that holds all it can holds none of it; strangers get 503 in time', {
    timeout: 30_000,
  }, async () => {
    const desc = new Blob(['%PDF-1.7\n%%EOF\n'], { type: 'application/pdf' });
    const { dataset } = await t.dataset({ files: { 'a.txt': 'of a user' } });
    const form = new FormData();
    form.append('desc', desc, 'read.pdf');
    const token = await t.adminToken();
    await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, { token, body: form });
    const shown = await t.open(dataset.id, (await t.user('reader@example.org')).token);
    const document = `/static/${shown.dataset.desc}`;
    expect((await t.inject('GET', document)).statusCode).toBe(200);

    for (;;) {
      const buffer = await answerPools.anybody.take(undefined, 1).catch(() => undefined);
      if (!buffer) break;
      held.push(buffer);
    }
    const refused = await t.inject('GET', document);
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      503,
      503,
      '5',
    ]);
    expect(refused.json().msg).toContain('try again');
    const download = await t.inject('GET', shown.subsetList[0]?.downloadUrl ?? '');
    expect([download.statusCode, download.body]).toEqual([200, 'of a user']);
  });
});
