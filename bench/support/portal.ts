/**
 * The portal as a process of its own, for the benches. With `cold`, its clock leaps with every look, so that nothing it
 * keeps is ever fresh: each answer is made anew.
 *
 *   node bench/support/portal.ts DATA_DIR [DATABASE_URL] [cold]
 */
import { fileURLToPath } from 'node:url';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { ADMIN } from '../../tests/support/server-process.ts';

const [dataDir = '', databaseUrl = '', cold] = process.argv.slice(2);
let leaps = 0;
const LEAP = 60_000;
const app = await buildApp({
  config: readConfig({
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ADMIN_EMAIL: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT_FACTOR: '0',
  }),
  now: cold ? () => Date.now() + LEAP * leaps++ : Date.now,
  distFolder: fileURLToPath(new URL('../../dist/', import.meta.url)),
});
console.log(`listens on ${await app.server.listen({ port: 0, host: '127.0.0.1' })}`);
process.once('SIGTERM', () => void app.close().then(() => process.exit()));
