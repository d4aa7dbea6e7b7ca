import { setTimeout as sleep } from 'node:timers/promises';
import type { Subset } from '../../../contract/catalogue.ts';
import type { Page } from '../../../contract/lists.ts';
import type { DownloadRecord } from '../../../contract/statistics.ts';
import { form, newDataset } from '../../../server/testing/forms.ts';
import { answerOf, PACE, take, UNDERWAY, WRITTEN_WITHIN } from '../../support/killed-download.ts';
import type { Load, World } from '../world.ts';
import { sha256 } from './datasets.ts';

const MIB = 1024 * 1024;
/** Longer than a round: a fault falls into each. */
const SIZE = 32 * MIB;
/** How often a record is looked at until its last write, 100 ms apart. */
const TRIES = 150;
/** Reads that wait for nothing. */
const PAGES = ['/', '/api/v1/datasets', '/api/v1/setting', '/sitemap.xml'];

interface Download {
  email: string;
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
  let datasetId = '';
  const links = new Map<string, string>();
  /** Of each person: downloads that ended whole, which is how many records there are. */
  const whole = new Map<string, number>();
  let running: Download[] = [];
  /** What was not as it must be, of those that ended by themselves. */
  let wrong: string[] = [];

  async function records(email: string): Promise<DownloadRecord[]> {
    const path = `/api/v1/admin/records?datasetId=${datasetId}&pageSize=200&keyword=${encodeURIComponent(email)}`;
    const { list } = await world.portal.get<Page<DownloadRecord>>(path, await world.portal.admin());
    return list;
  }

  const pace = () => (world.over ? Number.POSITIVE_INFINITY : PACE);

  async function begin(email: string, link: string): Promise<void> {
    const one: Download = { email, link, etag: '', pieces: [], log: [], endedAt: undefined };
    running.push(one);
    try {
      const answer = await answerOf(world.portal.server.url + link, {});
      world.portal.note(answer.statusCode ?? 0, 'a download');
      if (answer.statusCode !== 200) throw new Error();
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
    const before = whole.get(email) ?? 0;
    const open = (await records(email)).filter(({ complete }) => !complete);
    const [record] = open;
    if (got < SIZE) {
      const certain = log.findLast(({ at }) => at < endedAt - WRITTEN_WITHIN)?.bytes ?? 0;
      if (open.length > 1) return `${email} has ${open.length} records of one download`;
      if (record ? record.bytesSent < certain || record.bytesSent > got + UNDERWAY : certain > 0)
        return `${email}: the record has ${record?.bytesSent}, ${certain} to ${got} bytes were taken`;
      const rest = await answerOf(world.portal.server.url + link, {
        range: `bytes=${got}-`,
        'if-range': etag,
      });
      if (rest.statusCode !== 206) return `${email}: the rest is answered with ${rest.statusCode}`;
      for await (const piece of rest) one.pieces.push(piece as Buffer);
    }
    if (sha256(Buffer.concat(one.pieces)) !== hash) return `${email}: other bytes came than the file has`;
    whole.set(email, before + 1);
    const sent = got < SIZE ? (record?.bytesSent ?? 0) + SIZE - got : SIZE;
    for (let tries = 1; ; tries++) {
      const all = await records(email);
      const last = all.find(({ id }) => id === record?.id) ?? all[0];
      if (all.length === before + 1 && last?.bytesSent === sent) return undefined;
      if (tries === TRIES)
        return `${email}: ${all.length} records after ${before + 1} downloads, the last with ${last?.bytesSent} of ${sent} bytes, ${last?.complete ? 'whole' : 'not whole'}`;
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
      datasetId = data.id;
      const published = { status: 'published' };
      await portal.asAdmin('PUT', `/api/v1/admin/updateDataset/${data.id}`, published);
      for (const email of world.people) {
        const { subsetList } = await portal.get<{ subsetList: Subset[] }>(
          `/api/v1/dataset/${data.id}`,
          await portal.person(email),
        );
        links.set(email, subsetList[0]?.downloadUrl ?? '');
      }
    },
    async act() {
      const ended = running.find((one) => one.endedAt !== undefined && taken(one) === SIZE);
      if (ended) {
        running = running.filter((one) => one !== ended);
        wrong.push((await finish(ended)) ?? '');
        return;
      }
      const [first] = world.people;
      const email =
        running.length < 2
          ? world.people.find((one) => !running.some((each) => each.email === one))
          : undefined;
      // Half of all look at pages, which must work whatever is being written.
      if (email === undefined || first === undefined || world.random() < 0.5) {
        const path = world.one(PAGES);
        const response = await world.portal.request('GET', path);
        await response?.arrayBuffer().catch(() => undefined);
        world.portal.note(response?.status ?? 0, `GET ${path}`);
        return;
      }
      void begin(email, links.get(email) ?? '');
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
