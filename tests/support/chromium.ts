import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
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

function find(): string | undefined {
  const own = chromium.executablePath();
  return [...places, own].find((path) => path && existsSync(path));
}

/** Debian's package where we are root, else Playwright's own build, which needs no root but its download site. */
function install(): void {
  const root = process.getuid?.() === 0;
  if (root && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
      stdio: 'inherit',
      env,
    });
    if (find()) return;
  }
  const cli = createRequire(import.meta.url).resolve('playwright-core/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium-headless-shell'], {
    stdio: 'inherit',
    timeout: 300_000,
  });
}

/** Finds a Chromium for the browser tests, or installs one where it may, and starts one for each worker. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!find()) install();
  const executablePath = find();
  if (!executablePath) {
    notRun(
      'the browser tests',
      'No Chromium was found or could be installed: install one (Debian: chromium-headless-shell), or set CHROMIUM_PATH to one.',
    );
    project.provide('chromiums', null);
    return;
  }
  const servers = await Promise.all(
    Array.from({ length: Number(project.config.maxWorkers) }, () =>
      chromium.launchServer({ executablePath, args: quiet, host: '127.0.0.1' }),
    ),
  );
  project.provide(
    'chromiums',
    servers.map((server) => server.wsEndpoint()),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
}
