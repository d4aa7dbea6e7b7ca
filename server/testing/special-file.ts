import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Creates something that is neither a file, a folder nor a link: a named pipe, or else a Unix socket. */
export async function makeSpecialFile(path: string): Promise<void> {
  if (spawnSync('mkfifo', [path]).status === 0) return;
  const server = createServer().listen(path);
  await once(server, 'listening');
  server.unref();
}
