import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Balanced, Balancer } from './haproxy.ts';
import { startNginx } from './nginx.ts';

/**
 * deploy/nginx-balancer.conf for two servers, without TLS.
 * @param log where its lines go
 */
export function nginxBalancer(servers: readonly Balanced[], log: string) {
  let page = readFileSync(new URL('../../deploy/nginx-balancer.conf', import.meta.url), 'utf8');
  for (const [n, name] of ['one', 'two'].entries()) {
    const { address } = servers.find((server) => server.name === name) ?? { address: '' };
    const documented = `10.0.0.1${n + 1}:3000`;
    if (address === '' || !page.includes(documented))
      throw new Error(`deploy/nginx-balancer.conf has no server ${name} at ${documented}`);
    page = page.replaceAll(documented, address);
  }
  return {
    upstream: page.slice(page.indexOf('upstream vitrine {'), page.indexOf('server {\n  listen 80;')),
    locations: `  access_log ${log} vitrine;\n${page.slice(page.lastIndexOf('  location / {'), page.lastIndexOf('}'))}`,
  };
}

/** A real nginx on the loopback with deploy/nginx-balancer.conf, in front of the servers `one` and `two`. */
export async function startNginxBalancer(servers: readonly Balanced[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-log-'));
  const log = join(folder, 'access.log');
  const { upstream, locations } = nginxBalancer(servers, log);
  const nginx = await startNginx(locations, upstream);
  return {
    url: nginx.url,
    port: nginx.port,
    pid: nginx.pid,
    said: () => readFile(log, 'utf8'),
    async close() {
      await nginx.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
