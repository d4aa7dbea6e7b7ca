// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { startPair } from '../support/pair.ts';

test('x', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-pair-'));
  console.time('pair');
  const pair = await startPair(dataDir);
  console.timeEnd('pair');
  for (let i = 0; i < 8; i++) {
    const r = await fetch(pair.url + '/api/v1/datasets');
    console.log(r.status, r.headers.get('x-answered-by'));
  }
  console.time('kill');
  await pair.kill('one');
  console.timeEnd('kill');
  for (let i = 0; i < 8; i++) {
    const r = await fetch(pair.url + '/api/v1/datasets');
    console.log(r.status, r.headers.get('x-answered-by'));
  }
  console.time('start');
  await pair.start('one');
  console.timeEnd('start');
  await pair.close();
  await rm(dataDir, { recursive: true });
}, 60000);
