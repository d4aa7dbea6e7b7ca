import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { start } from '../../server/start.ts';
import { demoAdministrator, demoPeople } from './people.ts';

/** `npm run demo`: fills a data folder once, then serves it. Later changes by visitors stay. */
const folder = resolve(process.env.DATA_DIR || './demo-data');

if (!existsSync(folder)) {
  const filling = fork(new URL('fill-folder.ts', import.meta.url), [folder]);
  const [code] = await once(filling, 'exit');
  if (code !== 0) {
    console.error('The demo could not be filled.');
    process.exit(1);
  }
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
