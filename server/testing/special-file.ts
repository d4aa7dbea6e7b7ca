import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Puts something there that is neither a file, a folder nor a link: a named pipe, else a socket that nobody answers. */
export async function makeSpecialFile(path: string): Promise<void> {
  if (spawnSync('mkfifo', [path]).status === 0) return;
  const server = createServer().listen(path);
  await once(server, 'listening');
  server.unref();
}
