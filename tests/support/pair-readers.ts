import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { type BalancedClient, balancedClient } from './balanced-client.ts';
import { approvedUser, codeFromOutbox, PASSWORD } from './person.ts';
import { randomBytes } from './random.ts';
import { resumedByRange } from './resuming.ts';
import { adminTokenOf, callServer } from './server-process.ts';

interface Found {
  dataset: Dataset;
  subsetList: Subset[];
}

/** What is downloaded: single files, and one dataset as its ZIP. */
export interface Shelf {
  datasetIds: string[];
  /** SHA-256 by path. */
  hashes: Map<string, string>;
}

async function publish(url: string, token: string, name: string, files: Record<string, Buffer<ArrayBuffer>>) {
  const form = new FormData();
  for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'Noise' }))
    form.append(key, value);
  for (const [file, bytes] of Object.entries(files)) form.append('subsets', new Blob([bytes]), file);
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${url}/api/v1/admin/addDataset`, { method: 'POST', body: form, headers });
  const { data } = (await added.json()) as { data: Dataset };
  const body = { status: 'published' };
  await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, { token, body });
  return data.id;
}

/** Publishes files of noise, and a dataset of as many bytes in several files, which somebody downloads first. */
export async function fillShelf(url: string, dataDir: string, files: number, bytes: number): Promise<Shelf> {
  const token = await adminTokenOf(url);
  const noise = Object.fromEntries(Array.from({ length: files }, (_, n) => [`${n}.bin`, randomBytes(bytes)]));
  const single = await publish(url, token, 'Noise', noise);
  const parts = Object.fromEntries([1, 2, 3].map((n) => [`${n}.bin`, randomBytes(Math.ceil(bytes / 3))]));
  const zipped = await publish(url, token, 'Zipped', parts);
  const { subsetList } = await callServer<Found>(url, 'GET', `/api/v1/admin/dataset/${single}`, { token });
  const hashes = subsetList.map(({ path }): [string, string] => {
    const bytes = noise[path.split('/').at(-1) ?? ''] ?? Buffer.alloc(0);
    return [path, createHash('sha256').update(bytes).digest('hex')];
  });
  const shelf = { datasetIds: [single, zipped], hashes: new Map(hashes) };
  const first = await approvedUser(url, dataDir, 'first@example.org');
  const [path, link] = (await linksFor(balancedClient(url), shelf, first)).at(-1) ?? ['', ''];
  // The ZIP's bytes are told by its first download; all others must be the same.
  const { sha256 } = await resumedByRange(url + link, Number.POSITIVE_INFINITY);
  shelf.hashes.set(path, sha256);
  return shelf;
}

/** Where a reader finds what lies on the shelf: the address by the path, the single files first, the ZIP last. */
export async function linksFor(client: BalancedClient, shelf: Shelf, token: string) {
  const [single, zipped] = shelf.datasetIds;
  const links: [path: string, link: string][] = [];
  const files = await client.page<Found>(`/api/v1/dataset/${single}`, { token });
  for (const { path, downloadUrl } of files?.data?.subsetList ?? []) links.push([path, downloadUrl ?? '']);
  // Its layout is made after it was published.
  for (;;) {
    const { data } = (await client.page<Found>(`/api/v1/dataset/${zipped}`, { token })) ?? {};
    if (data?.dataset.downloadUrl) return [...links, [data.dataset.path, data.dataset.downloadUrl] as const];
    await sleep(100);
  }
}

const APPLICATION = { firstName: 'Ada', familyName: 'Lovelace', affiliation: 'Society', purpose: 'Weaving' };

/**
 * Registers somebody, and has them approved.
 * @returns undefined when a step was not acknowledged: whether it was done, nobody knows
 */
export async function registers(
  client: BalancedClient,
  dataDir: string,
  email: string,
  admin: string,
): Promise<string | undefined> {
  const asked = await client.page<Challenge>('/api/v1/getCaptcha');
  if (!asked?.data) return undefined;
  const solution = await solveChallenge({ challenge: asked.data, deriveKey });
  const captcha = Buffer.from(JSON.stringify({ challenge: asked.data, solution })).toString('base64');
  const post = (path: string, body: object) => client.once<{ token: string }>(path, { method: 'POST', body });
  const sent = await post('/api/v1/sendValidCode', { email, purpose: 'register', captcha });
  if (sent.status !== 200) return undefined;
  const validCode = await codeFromOutbox(dataDir, email).catch(() => undefined);
  if (!validCode) return undefined;
  const registered = await post('/api/v1/register', { email, validCode, password: PASSWORD, ...APPLICATION });
  if (registered.status !== 200) return undefined;
  const found = await client.page<{ list: { id: string }[] }>(
    `/api/v1/admin/userList?keyword=${encodeURIComponent(email)}`,
    { token: admin },
  );
  const review = `/api/v1/admin/userReview/${found?.data?.list[0]?.id}/approved`;
  if ((await client.once(review, { method: 'PUT', token: admin })).status !== 200) return undefined;
  const body = { email, password: PASSWORD };
  return (await client.page<{ token: string }>('/api/v1/login', { method: 'POST', body }))?.data?.token;
}

export const folderOf = (dataDir: string, worker: number): string => join(dataDir, `curl-${worker}`);
