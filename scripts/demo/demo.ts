import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { start } from '../../server/start.ts';
import { fillDemo } from './fill.ts';
import { demoAdministrator, demoPeople } from './people.ts';

/**
 * `npm run demo`: fills a data folder once, then serves it. The folder appears under its name only when it is whole;
 * what visitors change in it later stays.
 */
const folder = resolve(process.env.DATA_DIR || './demo-data');

if (!existsSync(folder)) {
  const draft = `${folder}.filling`;
  await rm(draft, { recursive: true, force: true });
  console.log('Filling the demo …');
  const began = Date.now();
  const made = await fillDemo(draft);
  await rename(draft, folder);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(
    `${made.datasets} datasets, ${made.people} people and ${made.downloads} downloads in ${seconds} s`,
  );
}

process.env.DATA_DIR = folder;
const port = process.env.PORT || '3000';
const [user] = demoPeople;
await start('warn');
console.log(`
  Catalogue     http://localhost:${port}/
  Back office   http://localhost:${port}/admin

  Demo user           ${user?.email}   ${user?.password}
  Demo administrator  ${demoAdministrator.email}   ${demoAdministrator.password}

  Mails are files in ${folder}/outbox
`);
