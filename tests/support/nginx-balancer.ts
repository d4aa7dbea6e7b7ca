import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Balanced, Balancer } from './haproxy.ts';
import { startNginx } from './nginx.ts';

/**
 * deploy/nginx-balancer.conf for two servers, without TLS.
 * @param folder for its log and for the files that take servers out
 */
function nginxBalancer(servers: readonly Balanced[], folder: string) {
  let page = readFileSync(new URL('../../deploy/nginx-balancer.conf', import.meta.url), 'utf8');
  const replace = (documented: string, own: string) => {
    if (!page.includes(documented)) throw new Error(`deploy/nginx-balancer.conf has no ${documented}`);
    page = page.replaceAll(documented, own);
  };
  for (const [n, name] of ['one', 'two'].entries()) {
    const found = servers.find((server) => server.name === name);
    if (!found) throw new Error(`the file is for the servers one and two: ${name} is missing`);
    replace(`10.0.0.1${n + 1}:3000`, found.address);
  }
  replace('/etc/nginx/vitrine-out/', `${folder}/`);
  const own = page.slice(page.indexOf('  # While such a file is there'), page.lastIndexOf('}'));
  return {
    upstream: page.slice(page.indexOf('upstream vitrine {'), page.indexOf('server {\n  listen 80;')),
    locations: `  access_log ${folder}/access.log vitrine;\n${own}`,
  };
}

/** A real nginx on the loopback with deploy/nginx-balancer.conf, in front of the servers `one` and `two`. */
export async function startNginxBalancer(servers: readonly Balanced[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-balancer-'));
  const { upstream, locations } = nginxBalancer(servers, folder);
  const nginx = await startNginx(locations, upstream);
  return {
    url: nginx.url,
    port: nginx.port,
    pid: nginx.pid,
    said: () => readFile(join(folder, 'access.log'), 'utf8'),
    takeOut: (name) => writeFile(join(folder, name), ''),
    putBack: (name) => rm(join(folder, name)),
    async close() {
      await nginx.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
