import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiled } from './server-process.ts';

const command = fileURLToPath(new URL('../../bin/vitrine.mjs', import.meta.url));

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the real command, as an operator does. */
export const vitrine = (env: Record<string, string | undefined>, ...args: string[]): Promise<Ended> =>
  promisify(execFile)(process.execPath, [command, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );
