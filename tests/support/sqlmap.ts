import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contractEndpoints, filtersOf, isList, nameOf, sortsOf } from './contract.ts';
import { havePrograms } from './programs.ts';
import { adminTokenOf, callServer } from './server-process.ts';

const run = promisify(execFile);

export const haveSqlmap = (): boolean =>
  havePrograms(['sqlmap'], { test: 'sqlmap on the lists', packages: 'sqlmap' });

/**
 * Has sqlmap look for SQL injection at level 3 in parameters of an address that answers 200 as it is.
 * @returns of each parameter, whether it found one
 */
export async function sqlmap(
  address: string,
  parameters: readonly string[],
  token = '',
): Promise<Record<string, boolean>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sqlmap-'));
  try {
    const options = ['--level=3', '--batch', '--flush-session', '--disable-coloring', '--threads=4'];
    const { stdout } = await run(
      'sqlmap',
      ['-u', address, '-p', parameters.join(','), `--output-dir=${folder}`, ...options].concat(
        token ? [`--headers=Authorization: Bearer ${token}`] : [],
      ),
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const verdict = (name: string): boolean | undefined => {
      if (new RegExp(`Parameter: ${name} \\(GET\\)`).test(stdout)) return true;
      return stdout.includes(`GET parameter '${name}' does not seem to be injectable`) ? false : undefined;
    };
    const found = parameters.map((name) => [name, verdict(name)] as const);
    const untold = found.filter(([, injectable]) => injectable === undefined);
    if (untold.length > 0) throw new Error(`sqlmap says nothing of ${untold.join(', ')}:\n${stdout}`);
    return Object.fromEntries(found) as Record<string, boolean>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One of these is good for each filter of the lists. */
const values = [
  'a',
  '2026-01-01',
  'true',
  '0',
  'Y',
  '24h',
  'approved',
  'published',
  'sent',
  'failed',
  'dataset',
];

/** A value for each parameter of a list, with all of which it answers 200. */
async function goodQuery(endpoint: Endpoint, answers: (query: string) => Promise<number>) {
  const query: Record<string, string> = { pageIndex: '1', pageSize: '20', order: 'asc' };
  const [sort] = sortsOf(endpoint);
  if (sort !== undefined) query.sort = sort;
  for (const filter of filtersOf(endpoint)) {
    for (const value of values) {
      query[filter] = value;
      if ((await answers(`${new URLSearchParams(query)}`)) === 200) break;
      delete query[filter];
    }
    expect(query, `${nameOf(endpoint)}: a value for it`).toHaveProperty(filter);
  }
  return query;
}

/** Threat 18: sqlmap finds nothing in any parameter of the back office's lists; of all, or of those that are named. */
export async function sqlmapOnLists(url: string, paths?: readonly string[]): Promise<number> {
  const lists = (await contractEndpoints()).filter(
    (endpoint) =>
      endpoint.method === 'GET' &&
      isList(endpoint) &&
      endpoint.who.kind === 'admin' &&
      (!paths || paths.includes(endpoint.path)),
  );
  expect(lists.length).toBeGreaterThanOrEqual(paths?.length ?? 10);
  let tested = 0;
  for (const endpoint of lists) {
    const token = await adminTokenOf(url);
    const { list } = await callServer<{ list: { id: string }[] }>(url, 'GET', '/api/v1/admin/datasetList', {
      token,
    });
    const address = url + endpoint.path.replace(':id', list[0]?.id ?? '');
    const headers = { authorization: `Bearer ${token}` };
    const query = await goodQuery(
      endpoint,
      async (asked) => (await fetch(`${address}?${asked}`, { headers })).status,
    );
    const names = Object.keys(query);
    const found = await sqlmap(`${address}?${new URLSearchParams(query)}`, names, token);
    expect(found, nameOf(endpoint)).toEqual(Object.fromEntries(names.map((name) => [name, false])));
    console.log(`${nameOf(endpoint)}: ${names.length} parameters, nothing found`);
    tested += names.length;
  }
  return tested;
}
