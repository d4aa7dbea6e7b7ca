import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { manifestUrl } from '../../contract/manifest.ts';
import { type FileLists, listCommandFor } from '../../web/features/dataset-detail/files/list-commands.ts';
import { bodyCounter } from '../support/counted-bodies.ts';
import { type FolderServer, serveFolders } from '../support/published-folders.ts';
import { callServer } from '../support/server-process.ts';
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts';

export const listTools = ['curl', 'wget', 'aria2'] as const;
export type ListTool = (typeof listTools)[number];

/** Whose file addresses these tools know; `wget` is wget2 where that is there. */
export const listPrograms: Record<ListTool, { programs: string[]; packages: string }> = {
  curl: { programs: ['curl'], packages: 'curl' },
  wget: { programs: ['wget', 'wget2'], packages: 'wget, wget2' },
  aria2: { programs: ['aria2c'], packages: 'aria2' },
};

/** A server that is reached through a line which breaks every so many bytes, and says what passed. */
export interface BadLine extends FolderServer {
  proxy: TcpProxy;
  /** Bytes of answers' bodies that came through so far. */
  passed: () => number;
  close: () => Promise<void>;
}

/** @param cutAfter bytes of a connection's answers, heads included; undefined: it never breaks */
export async function behindBadLine(cutAfter?: number): Promise<BadLine> {
  const counters = new Map<number, ReturnType<typeof bodyCounter>>();
  const proxy = await startProxy({
    target: { host: '127.0.0.1', port: 9 },
    onConnection: () => (cutAfter === undefined ? {} : { cutAfter }),
    onAnswer(n, piece) {
      const counter = counters.get(n) ?? bodyCounter();
      counters.set(n, counter);
      counter.take(piece);
    },
  });
  const served = await serveFolders({ PUBLIC_URL: `http://127.0.0.1:${proxy.port}` });
  proxy.retarget({ host: '127.0.0.1', port: Number(new URL(served.server.url).port) });
  return {
    ...served,
    proxy,
    passed: () => [...counters.values()].reduce((sum, counter) => sum + counter.bytes(), 0),
    async close() {
      await proxy.close();
      await served.close();
    },
  };
}

/** What the page puts into a command: the two manifests, with the reader's ticket. */
export async function listsOf(
  { server, proxy, token }: BadLine,
  id: string,
  query: { since?: string; prefix?: string } = {},
): Promise<{ listUrl: string; sumsUrl: string }> {
  const { ticket } = await callServer<{ ticket: string }>(server.url, 'GET', `/api/v1/dataset/${id}/files`, {
    token,
  });
  const url = (format: 'aria2' | 'sha256') =>
    `http://127.0.0.1:${proxy.port}${manifestUrl(id, { ...query, format, token: ticket })}`;
  return { listUrl: url('aria2'), sumsUrl: url('sha256') };
}

const run = promisify(execFile);

/** Pastes a command into a shell, in a folder that is made or used again. */
export async function pasteList(tool: ListTool, at: string, lists: FileLists, shell = 'bash') {
  await mkdir(at, { recursive: true });
  return run(shell, ['-c', `sleep() { :; }\n${listCommandFor(tool, lists)}`], {
    cwd: at,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    maxBuffer: 64 * 2 ** 20,
    timeout: 3_000_000,
  });
}
