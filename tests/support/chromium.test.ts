import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fetchOwn } from './chromium.ts';

test('decisions §9: a machine without Chromium, root or Debian can fetch the one that the browser tests start', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...fetchOwn, '--dry-run']);
  expect(stdout).toMatch(/Install location: .*chromium_headless_shell-\d+\n.*Download url: .*https:/s);
});
