import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { type Portal, preparePortal } from './balanced.ts';
import type { Ask } from './open-load.ts';
import { approvedUser, PASSWORD } from './person.ts';
import { randomBytes } from './random.ts';
import { adminTokenOf, callServer } from './server-process.ts';

const READERS = 4;

/** A portal with a published file of noise, and what is asked of it while its servers are restarted. */
export interface Busy {
  portal: Portal;
  datasetId: string;
  sha256: string;
  /** The link of a reader to the file, without host. */
  link: string;
  next: (n: number) => Ask;
  /** Reports acknowledged, and those that the portal has. */
  writes: (url: string) => Promise<{ acknowledged: number; there: number }>;
}

/** Prepares it with both servers running. @param bytes of the file */
export async function busyPortal(bytes: number): Promise<Busy> {
  const portal = await preparePortal();
  try {
    await portal.start('one');
    const { url } = portal.server('one');
    const noise = randomBytes(bytes);
    const token = await adminTokenOf(url);
    const form = new FormData();
    for (const [key, value] of Object.entries({ name: 'Noise', version: '1', modalityName: 'Noise' }))
      form.append(key, value);
    form.append('subsets', new Blob([noise]), 'noise.bin');
    const added = await fetch(`${url}/api/v1/admin/addDataset`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await added.json()) as { data: Dataset };
    await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
      token,
      body: { status: 'published' },
    });
    const tokens: string[] = [];
    for (let n = 0; n < READERS; n++)
      tokens.push(await approvedUser(url, portal.dataDir('one'), `reader${n}@example.org`));
    // Signs in over and over: the oldest sessions of a person end.
    await approvedUser(url, portal.dataDir('one'), 'often@example.org');
    const page = await callServer<{ subsetList: Subset[] }>(url, 'GET', `/api/v1/dataset/${data.id}`, {
      token: tokens[0] ?? '',
    });
    await portal.start('two');

    let acknowledged = 0;
    const detail = `/datasetDetail/${data.id}`;
    const next = (n: number): Ask => {
      const reader = tokens[n % READERS] ?? '';
      const kind = n % 20;
      if (kind === 0 && n % 40 === 0)
        return {
          kind: 'sign-in',
          method: 'POST',
          path: '/api/v1/login',
          body: { email: 'often@example.org', password: PASSWORD },
        };
      if (kind < 2)
        return {
          kind: 'write',
          method: 'POST',
          path: '/api/v1/problemReports',
          token: reader,
          body: { datasetId: data.id, message: `Report ${n}` },
          done: () => {
            acknowledged++;
          },
        };
      if (kind < 4) return { kind: 'page', method: 'GET', path: kind === 2 ? '/' : detail };
      if (kind < 10)
        return { kind: 'dataset', method: 'GET', path: `/api/v1/dataset/${data.id}`, token: reader };
      if (kind < 15) return { kind: 'account', method: 'GET', path: '/api/v1/userInfo', token: reader };
      return { kind: 'list', method: 'GET', path: '/api/v1/datasets' };
    };
    return {
      portal,
      datasetId: data.id,
      sha256: createHash('sha256').update(noise).digest('hex'),
      link: page.subsetList[0]?.downloadUrl ?? '',
      next,
      async writes(at) {
        const { total } = await callServer<{ total: number }>(
          at,
          'GET',
          '/api/v1/admin/problemReports?pageSize=1',
          {
            token: await adminTokenOf(at),
          },
        );
        return { acknowledged, there: total };
      },
    };
  } catch (error) {
    await portal.close();
    throw error;
  }
}

export interface Fetched {
  sha256: string;
  /** How often it went on with Range after it had broken off. */
  resumed: number;
}

/** Downloads at a pace of bytes per ms; where it breaks off, it goes on from there, by Range and If-Range. */
export async function resumingDownload(address: string, pace: number): Promise<Fetched> {
  const hash = createHash('sha256');
  let taken = 0;
  let resumed = -1;
  let etag: string | undefined;
  let size = Number.POSITIVE_INFINITY;
  while (taken < size) {
    const call = request(address, {
      agent: false,
      headers: taken > 0 ? { range: `bytes=${taken}-`, 'if-range': etag ?? '' } : {},
    });
    call.on('error', () => {});
    call.end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const expected = taken > 0 ? 206 : 200;
    if (answer.statusCode !== expected) throw new Error(`${answer.statusCode} at ${taken} bytes`);
    if (etag !== undefined && answer.headers.etag !== etag) throw new Error('the file is another one');
    etag = answer.headers.etag;
    size = taken + Number(answer.headers['content-length']);
    resumed++;
    const [began, before] = [performance.now(), taken];
    try {
      for await (const piece of answer) {
        hash.update(piece as Buffer);
        taken += (piece as Buffer).length;
        const ahead = (taken - before) / pace - (performance.now() - began);
        if (ahead > 20) await sleep(ahead);
      }
    } catch {
      // Cut: the rest comes by the next request.
    }
  }
  return { sha256: hash.digest('hex'), resumed };
}
