import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where Debian puts it; elsewhere it is on the path. */
export const NGINX = await access('/usr/sbin/nginx').then(
  () => '/usr/sbin/nginx',
  () => 'nginx',
);

export interface Nginx {
  url: string;
  port: number;
  /** Of its first process; the workers are its children. */
  pid: number;
  close: () => Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * A real nginx on the loopback, with one worker and files of its own in a temporary folder.
 * @param locations what stands in its `server { … }`
 * @param upstream what stands before it
 */
export async function startNginx(locations: string, upstream = ''): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-'));
  // Its worker is another user when we are root.
  await chmod(folder, 0o755);
  const port = await freePort();
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
${user}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 100000;
${own}
${upstream}
  server {
    listen 127.0.0.1:${port};
${locations}
  }
}
`,
  );
  const child = spawn(
    NGINX,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  let ended = false;
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', (error) => {
    ended = true;
    said += error.message;
  });
  while (!ended && !(await answers(port))) await sleep(20);
  if (ended) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`nginx did not start: ${said}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    async close() {
      if (!ended) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
