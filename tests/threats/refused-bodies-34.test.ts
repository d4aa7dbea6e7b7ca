// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSubsets } from '../../contract/dataset-admin.ts';
import { limits } from '../../contract/limits.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-refused-'));
  server = await startServer(dataDir);
}, 60_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** The status that a sender reads who wants the connection closed after it; undefined when it is lost on the way. */
const send = (body: Buffer) =>
  new Promise<number | undefined>((resolve) => {
    let status: number | undefined;
    const asking = request(server.url + addSubsets.path.replace(':id', 'nothing'), {
      method: 'POST',
      // No agent: `Connection: close`, as nginx sends it to a server behind it unless told otherwise.
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    });
    asking.on('response', (answer) => {
      status = answer.resume().statusCode;
      answer.on('error', () => {});
    });
    asking.on('error', () => {});
    asking.on('close', () => resolve(status));
    asking.end(body);
  });

test('threats row 34: who wants the connection closed reads the refusal, too, and it is closed', async () => {
  const body = Buffer.alloc(limits.addSubsetsBody, '[');
  for (let n = 0; n < 20; n++) expect(await send(body), `${n}`).toBe(401);
});
