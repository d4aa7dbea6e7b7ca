import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { notRun } from './not-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a running Chromium of each worker listens; null where none could be had, which CI does not accept. */
    chromiums: string[] | null;
  }
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Each page is new to its process: code that is compiled plainly and at once is the cheapest here.
  '--js-flags=--always-sparkplug',
];

const places = [
  process.env.CHROMIUM_PATH,
  // The same engine without the browser's own windows, which take a third of the time and are never seen here.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const find = (): string | undefined => places.find((path) => path && existsSync(path));

/** Debian's package, where we are root. Its programs are found whatever the PATH is. */
function installPackage(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium for the browser tests …');
  const PATH = `${process.env.PATH}:/usr/sbin:/usr/bin:/sbin:/bin`;
  const env = { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive' };
  const quietly = ['-y', '-qq', '--no-install-recommends'];
  spawnSync('/usr/bin/apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('/usr/bin/apt-get', ['install', ...quietly, 'chromium-headless-shell'], {
    stdio: 'inherit',
    env,
  });
}

/**
 * What Node is told to fetch Playwright's own build, which needs no root but its download site, and not even that once the
 * build is here. The package does not export its command.
 */
export const fetchOwn = [
  join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js'),
  'install',
  'chromium-headless-shell',
];

function installOwn(): boolean {
  return spawnSync(process.execPath, fetchOwn, { stdio: 'inherit', timeout: 300_000 }).status === 0;
}

/** Finds a Chromium for the browser tests, or installs one where it may, and starts one for each worker. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!find()) installPackage();
  const executablePath = find();
  if (!executablePath && !installOwn()) {
    notRun(
      'the browser tests',
      'No Chromium was found or could be installed: install one (Debian: chromium-headless-shell), or set CHROMIUM_PATH to one.',
    );
    project.provide('chromiums', null);
    return;
  }
  // Without a path Playwright starts its own.
  const options = { ...(executablePath && { executablePath }), args: quiet, host: '127.0.0.1' };
  const servers = await Promise.all(
    Array.from({ length: Number(project.config.maxWorkers) }, () => chromium.launchServer(options)),
  );
  project.provide(
    'chromiums',
    servers.map((server) => server.wsEndpoint()),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
}
