import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { notRun } from '../../support/not-run.ts';
import { isRoot } from '../../support/trace.ts';

const SCRIPT = fileURLToPath(new URL('forgetful_disk.py', import.meta.url));
/** Debian's own, which has its package python3-fusepy. */
const PYTHON = '/usr/bin/python3';
/** Who still has a file open is about to end. */
const BUSY_TRIES = 200;

function hasFuse(): boolean {
  try {
    closeSync(openSync('/dev/fuse', 'r+'));
    return true;
  } catch {
    return false;
  }
}

/** Whether a disk that forgets can be had here. */
export function haveForgetfulDisk(test: string): boolean {
  if (isRoot() && !hasFuse()) {
    notRun(test, '/dev/fuse cannot be opened.', true);
    return false;
  }
  const missing = [
    ...(isRoot() ? [] : ['root, to mount']),
    ...(spawnSync(PYTHON, ['-c', 'import fusepy']).status === 0 ? [] : ['Debian’s python3-fusepy']),
  ];
  if (missing.length > 0) notRun(test, `Not there: ${missing.join(', ')}.`);
  return missing.length === 0;
}

/** What was not synced when the power went, and how much of it was lost. */
export interface Forgotten {
  /** Nothing of it, all, the changes of names in their order up to some moment, or any part. */
  kept: 'nothing' | 'first' | 'some' | 'all';
  /** Changes of names. */
  names: number;
  namesLost: number;
  writes: number;
  bytesLost: number;
}

/** A folder on a disk that remembers over a power cut only what was synced (forgetful_disk.py). */
export interface ForgetfulDisk {
  path: string;
  /**
   * Cuts the power and gives it back: nobody may have a file open any more.
   * @param seed decides what of the rest the disk had written by itself
   */
  cut: (seed: number) => Promise<Forgotten>;
  /** Unmounts it for good. */
  remove: () => Promise<void>;
}

async function mount(store: string, path: string): Promise<(seed: number) => Promise<Forgotten>> {
  const child = spawn(PYTHON, [SCRIPT, store, path], { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const gone = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('mounted\n')) resolve();
    });
    child.once('close', () => reject(new Error(`the disk was not mounted:\n${complaints}`)));
  });
  // The answer to the first question may still be on its way to the mount.
  await readdir(path);
  return async (seed) => {
    for (let tries = 1; ; tries++) {
      const { status, stderr } = spawnSync('umount', [path], { encoding: 'utf8' });
      if (status === 0) break;
      if (tries === BUSY_TRIES) throw new Error(stderr);
      await sleep(50);
    }
    child.stdin.end(`${seed}\n`);
    await gone;
    const answer = said.split('mounted\n')[1];
    if (!answer) throw new Error(`the disk ended without a word:\n${complaints}`);
    return JSON.parse(answer) as Forgotten;
  };
}

/** Makes one; `folder` is its own. */
export async function forgetfulDisk(folder: string): Promise<ForgetfulDisk> {
  const [store, path] = [join(folder, 'store'), join(folder, 'disk')];
  for (const one of [store, path]) await mkdir(one, { recursive: true });
  let unmount = await mount(store, path);
  return {
    path,
    async cut(seed) {
      const forgotten = await unmount(seed);
      unmount = await mount(store, path);
      return forgotten;
    },
    async remove() {
      await unmount(0);
    },
  };
}

/** Syncs a folder with all that is in it, as `sync` does. */
export async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const name of ['', ...entries]) {
    const one = await open(join(folder, name), 'r');
    await one.sync();
    await one.close();
  }
}
