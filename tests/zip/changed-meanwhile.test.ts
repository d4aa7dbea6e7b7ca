import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noise, type Served, serveDataset, sha256 } from './served.ts';

/** More than the socket's buffers hold: an answer that nobody reads is still under way. */
const SIZE = 8_000_000;
const DAY = 86_400_000;

let served: Served;
let admin: string;

const subsetNamed = async (name: string) => {
  const { subsetList } = await served.now();
  const found = subsetList.find(({ path }) => path.endsWith(`/${name}`));
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const remove = async (name: string): Promise<void> => {
  const { id } = await subsetNamed(name);
  await served.t.call('DELETE', `/api/v1/admin/subset/${id}`, { token: admin });
};
const add = async (name: string): Promise<void> => {
  const body = new FormData();
  body.append('subsets', new Blob([noise(SIZE)]), name);
  await served.t.call('POST', `/api/v1/admin/addSubsets/${served.id}`, { token: admin, body });
};

const changes: Record<string, () => Promise<void>> = {
  'a subset is added before the others': () => add('0.bin'),
  'a subset is removed': () => remove('a.bin'),
  'a subset is replaced by another of the same name': async () => {
    await remove('b.bin');
    await add('b.bin');
  },
};

for (const [what, change] of Object.entries(changes)) {
  describe(`issue 4: ${what} while the dataset is downloaded: the old revision or 410, never spliced`, () => {
    let before: Awaited<ReturnType<Served['now']>>;
    let after: typeof before;
    let recorded: string;
    let running: IncomingMessage;
    /** The first part of a download that breaks off, and what it was a part of. */
    let first: Buffer;
    let etag: string;
    beforeAll(async () => {
      served = await serveDataset({ 'a.bin': noise(SIZE), 'b.bin': noise(SIZE), 'c.bin': noise(SIZE) });
      admin = await served.t.adminToken();
      before = await served.now();
      recorded = await served.recorded(before.inspectionUrl);
      running = await served.wire.open(before.downloadUrl);
      const part = await served.wire.send(before.downloadUrl, { headers: { range: `bytes=0-${SIZE}` } });
      first = part.bytes;
      etag = part.headers.etag ?? '';
      await change();
      expect(running.socket.bytesRead, 'the answer is still under way').toBeLessThan(before.size);
      after = await served.now();
    });
    afterAll(() => served.t.close());

    const resume = (url: string, headers: Record<string, string>) =>
      served.wire.send(url, { headers: { range: `bytes=${first.length}-`, ...headers } });

    test('an answer that runs ends whole, as it began; a new link gives the new revision', async () => {
      expect(after.downloadUrl, 'there is a new revision').not.toBe(before.downloadUrl);
      expect(sha256(Buffer.concat(await running.toArray()))).toBe(recorded);
      const renewed = await served.recorded(after.inspectionUrl);
      expect(renewed).not.toBe(recorded);
      expect(sha256((await served.wire.send(after.downloadUrl)).bytes)).toBe(renewed);
    });

    test('resumed at its link it is the old revision', async () => {
      for (const headers of [{}, { 'if-range': etag }, { 'if-match': etag }]) {
        const second = await resume(before.downloadUrl, headers);
        expect(second.status).toBe(206);
        expect(second.headers.etag).toBe(etag);
        expect(sha256(Buffer.concat([first, second.bytes]))).toBe(recorded);
      }
    });

    test('resumed without a revision, If-Range gives the new whole from its first byte', async () => {
      const url = before.downloadUrl.replace(/&rev=[^&]*/, '');
      const second = await resume(url, { 'if-range': etag });
      expect(second.status).toBe(200);
      expect(second.headers['content-range']).toBeUndefined();
      expect(sha256(second.bytes)).toBe(await served.recorded(after.inspectionUrl));
      expect((await resume(url, { 'if-match': etag })).status).toBe(412);
    });

    test('resumed after 30 days it is refused with 410', async () => {
      served.t.clock.now += 31 * DAY;
      // The link's ticket has gone too by then: somebody with another proof asks for the old revision.
      const { token } = await served.t.user('later@example.org');
      const url = before.downloadUrl.replace(/token=[^&]*/, `token=${token}`);
      const late = await resume(url, { 'if-range': etag });
      expect(late.status).toBe(410);
      expect(late.json().msg).toContain('Fetch a new one');
    });
  });
}
