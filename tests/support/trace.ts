import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Whether system calls of a process of ours can be made to fail here. */
export const canTrace = (): boolean => {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', '-e', 'trace=none', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Whether a file system of one's own can be mounted here. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Has system calls of running processes, all their threads, fail or end it, from now on.
 * @param pids of one process, or of several
 * @param injection as strace takes it, e.g. `fsync:error=EIO`
 * @param paths only calls on these files; all when there are none
 * @returns ends it, once the process is let go
 */
export async function inject(
  pids: number | readonly number[],
  injection: string,
  paths: readonly string[] = [],
): Promise<() => Promise<void>> {
  const all = [pids].flat();
  const only = paths.flatMap((path) => ['-P', path]);
  const tracer: ChildProcess = spawn(
    'strace',
    [
      '-f',
      ...all.flatMap((pid) => ['-p', String(pid)]),
      ...only,
      '-o',
      '/dev/null',
      '-e',
      `inject=${injection}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    tracer.stderr?.on('data', (data) => {
      said += data;
      if (all.every((pid) => new RegExp(`Process ${pid} attached`).test(said))) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${said}`)));
  });
  return async () => {
    if (tracer.exitCode !== null || tracer.signalCode !== null) return;
    const gone = once(tracer, 'exit');
    tracer.kill('SIGINT');
    // One that does not let go would hold the test for ever; what it traced is let go by its end.
    const last = setTimeout(() => tracer.kill('SIGKILL'), 3_000);
    await gone;
    clearTimeout(last);
  };
}
