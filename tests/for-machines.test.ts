import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildTestApp } from '../server/testing/build-test-app.ts';
import { describedDataset } from '../server/testing/described-dataset.ts';
import { freePort } from './support/nginx.ts';
import { havePrograms } from './support/programs.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(`${root}docs/for-machines.md`, 'utf8');
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split(/(?<!\\)\n/),
);

const curl = havePrograms(['curl'], { test: 'the commands of docs/for-machines.md', packages: 'curl' });

test.runIf(curl)('docs/for-machines.md: every command works when it is pasted', async () => {
  const port = await freePort();
  const PORTAL = `http://127.0.0.1:${port}`;
  const t = await buildTestApp({ env: { PUBLIC_URL: PORTAL }, distFolder: `${root}dist` });
  try {
    const { dataset } = await describedDataset(t);
    await t.server.listen({ port, host: '127.0.0.1' });
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      const env = { ...process.env, PORTAL, ID: dataset.id };
      const { stdout } = await run('sh', ['-c', command], { env });
      expect(stdout, command).toContain(dataset.id);
    }
  } finally {
    await t.close();
  }
});
