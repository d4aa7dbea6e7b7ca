import { setTimeout as sleep } from 'node:timers/promises';
import type { Subset } from '../../../contract/catalogue.ts';
import type { Page } from '../../../contract/lists.ts';
import type { DownloadRecord } from '../../../contract/statistics.ts';
import { form, newDataset } from '../../../server/testing/forms.ts';
import { answerOf, PACE, take, UNDERWAY, WRITTEN_WITHIN } from '../../support/killed-download.ts';
import { Unanswered } from '../portal.ts';
import type { Load, World } from '../world.ts';
import { sha256 } from './datasets.ts';

const MIB = 1024 * 1024;
/** Longer than a round: a fault falls into each. */
const SIZE = 32 * MIB;
/** How often a record is looked at until its last write, 100 ms apart. */
const TRIES = 150;
/** Slow downloads that go on at once. */
const AT_ONCE = 2;
/** Reads that wait for nothing. */
const PAGES = ['/', '/api/v1/datasets', '/api/v1/setting', '/sitemap.xml'];

interface Download {
  email: string;
  datasetId: string;
  link: string;
  etag: string;
  pieces: Buffer[];
  log: { at: number; bytes: number }[];
  /** Set once the connection has ended, whole or broken. */
  endedAt: number | undefined;
}

/** Slow downloads which faults cut, resumed to the whole; their records; and pages and lists beside them. */
export function downloads(world: World): Load {
  let hash = '';
  /** The version that is downloaded now: each person downloads it once, so that each download has a record of its own. */
  let version = { id: '', waiting: [] as string[] };
  /** Those before it, which are trashed when nobody downloads them any more. */
  let former: string[] = [];
  let running: Download[] = [];
  /** What was not as it must be, of those that ended by themselves. */
  let wrong: string[] = [];

  async function records({ email, datasetId }: Download): Promise<DownloadRecord[]> {
    const path = `/api/v1/admin/records?datasetId=${datasetId}&pageSize=200&keyword=${encodeURIComponent(email)}`;
    const { list } = await world.portal.get<Page<DownloadRecord>>(path, await world.portal.admin());
    return list;
  }

  async function publish(id: string): Promise<void> {
    const body = { status: 'published' };
    const { code } = await world.portal.asAdmin('PUT', `/api/v1/admin/updateDataset/${id}`, body);
    if (code !== 200) return;
    if (version.id !== '') former.push(version.id);
    version = { id, waiting: [...world.people] };
  }

  /** One more version with the same bytes. */
  async function newVersion(): Promise<void> {
    const body = { version: `1.${world.next()}` };
    const path = `/api/v1/admin/dataset/${version.id}/newVersion`;
    const { code, data } = await world.portal.asAdmin<{ id: string }>('POST', path, body);
    if (code === 200) await publish(data.id);
  }

  const pace = () => (world.over ? Number.POSITIVE_INFINITY : PACE);

  async function begin(email: string, datasetId: string): Promise<void> {
    const one: Download = { email, datasetId, link: '', etag: '', pieces: [], log: [], endedAt: undefined };
    running.push(one);
    try {
      const { portal } = world;
      const path = `/api/v1/dataset/${datasetId}`;
      const page = await portal.get<{ subsetList: Subset[] }>(path, await portal.person(email));
      one.link = page.subsetList[0]?.downloadUrl ?? '';
      const answer = await answerOf(portal.server.url + one.link, {});
      portal.note(answer.statusCode ?? 0, 'a download');
      if (answer.statusCode !== 200) throw new Unanswered('a download');
      one.etag = String(answer.headers.etag);
      await take(answer, one.pieces, one.log, pace);
    } catch {
      // Broken: what came is in its pieces.
    }
    one.endedAt = Date.now();
  }

  const taken = ({ pieces }: Download) => pieces.reduce((sum, piece) => sum + piece.length, 0);

  /** Goes on to the whole after a fault. @returns what was not as it must be */
  async function finish(one: Download): Promise<string | undefined> {
    const { email, link, etag, log, endedAt = Date.now() } = one;
    const got = taken(one);
    if (etag === '') return undefined;
    const [record, ...more] = await records(one);
    if (more.length > 0) return `${email} has ${more.length + 1} records of one download`;
    if (got < SIZE) {
      const certain = log.findLast(({ at }) => at < endedAt - WRITTEN_WITHIN)?.bytes ?? 0;
      if (record ? record.bytesSent < certain || record.bytesSent > got + UNDERWAY : certain > 0)
        return `${email}: the record has ${record?.bytesSent}, ${certain} to ${got} bytes were taken`;
      const headers = { range: `bytes=${got}-`, 'if-range': etag };
      const rest = await answerOf(world.portal.server.url + link, headers);
      if (rest.statusCode !== 206) return `${email}: the rest is answered with ${rest.statusCode}`;
      for await (const piece of rest) one.pieces.push(piece as Buffer);
    }
    if (sha256(Buffer.concat(one.pieces)) !== hash) return `${email}: other bytes came than the file has`;
    const sent = got < SIZE ? (record?.bytesSent ?? 0) + SIZE - got : SIZE;
    for (let tries = 1; ; tries++) {
      const [last, ...others] = await records(one);
      if (others.length === 0 && last?.bytesSent === sent) return undefined;
      if (tries === TRIES)
        return `${email}: ${others.length + 1} records, the last with ${last?.bytesSent} of ${sent} bytes`;
      await sleep(100);
    }
  }

  return {
    async prepare() {
      const { portal } = world;
      const noise = world.randomBytes(SIZE);
      hash = sha256(noise);
      const body = form(newDataset('Downloaded'), ['subsets', noise, 'noise.bin']);
      const { data } = await portal.asAdmin<{ id: string }>('POST', '/api/v1/admin/addDataset', body);
      await publish(data.id);
    },
    async act() {
      const ended = running.find((one) => one.endedAt !== undefined && taken(one) === SIZE);
      if (ended) {
        running = running.filter((one) => one !== ended);
        wrong.push((await finish(ended)) ?? '');
      } else if (running.length < AT_ONCE && world.random() < 0.5) {
        const { id } = version;
        const over = former.find((each) => !running.some(({ datasetId }) => datasetId === each));
        if (over !== undefined) {
          former = former.filter((each) => each !== over);
          await world.portal.asAdmin('DELETE', `/api/v1/admin/dataset/${over}`);
          return;
        }
        const email = version.waiting.shift();
        if (email === undefined) await newVersion();
        else void begin(email, id);
      } else {
        // They must work whatever is being written.
        const path = world.one(PAGES);
        const response = await world.portal.request('GET', path);
        await response?.arrayBuffer().catch(() => undefined);
        world.portal.note(response?.status ?? 0, `GET ${path}`);
      }
    },
    async check() {
      for (const one of running) {
        while (one.endedAt === undefined) await sleep(20);
        wrong.push((await finish(one)) ?? '');
      }
      const found = wrong.filter(Boolean);
      running = [];
      wrong = [];
      return found;
    },
  };
}
