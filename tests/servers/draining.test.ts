// @module-tag guards
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../support/server-process.ts';

test('operations.md, "Several servers": on SIGTERM /readyz says no at once, and all else is served on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-draining-'));
  const server = await startServer(dataDir, { DRAIN_SECONDS: '10' });
  try {
    const ask = (path: string, headers = {}) => fetch(server.url + path, { headers });
    expect((await ask('/readyz')).status).toBe(200);
    const exited = once(server.child, 'exit');
    const told = Date.now();
    server.child.kill('SIGTERM');
    await expect.poll(async () => (await ask('/readyz')).status, { timeout: 5_000 }).toBe(503);
    const [ready, chinese, list, page] = await Promise.all([
      ask('/readyz'),
      ask('/readyz', { 'accept-language': 'zh-CN' }),
      ask('/api/v1/datasets'),
      ask('/'),
    ]);
    expect(ready.headers.get('retry-after')).toBe('5');
    expect(await ready.text()).toContain('This server is about to stop and takes no new requests.');
    expect(await chinese.text()).toContain('此服务器即将停止');
    expect([list.status, page.status]).toEqual([200, 200]);
    expect(page.headers.get('connection')).toBe('close');
    expect(await exited).toEqual([0, null]);
    expect(Date.now() - told).toBeGreaterThanOrEqual(10_000);
    expect(server.said(), 'nothing failed').not.toContain('does not answer');
  } finally {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});
