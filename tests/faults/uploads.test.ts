import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GUARD } from '../support/guards.ts';
import { notRun } from '../support/not-run.ts';
import { havePrograms } from '../support/programs.ts';
import { randomBytes } from '../support/random.ts';
import { adminTokenOf, callServer, startServer } from '../support/server-process.ts';
import { canTrace, inject, isRoot } from '../support/trace.ts';
import { abortMany, begin, expectAgreed, killAt, offsetOf, patch, state } from '../support/upload-faults.ts';

const MiB = 1024 * 1024;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-up-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function needs(can: boolean, what: string): boolean {
  if (!can) notRun('some faults in uploads', `They need ${what}.`);
  return can;
}

test('faults: aborted uploads, threat 25: reset at 1, 50, 99 %: no descriptor, no temporary file, no row stays', {
  timeout: 60_000,
}, async () => {
  const server = await startServer(dataDir);
  try {
    await abortMany(server, 30);
    // The one partial upload keeps what came, for whoever goes on.
    await expect
      .poll(async () => {
        const { tmp, blobs, uploads } = await state(dataDir);
        return [tmp, blobs.filter((key) => uploads.every((upload) => upload.blob_key !== key))];
      })
      .toEqual([[], []]);
  } finally {
    await server.end();
  }
  await expectAgreed(dataDir);
});

if (needs(canTrace(), 'strace')) {
  describe('faults: kill -9 in an upload', GUARD, () => {
    for (const [calls, k] of [
      ['pwritev', 1],
      ['fdatasync', 2],
      ['rename', 1],
    ] as const) {
      test(`at ${calls} number ${k}: what was acknowledged is there, and it goes on to the whole`, {
        timeout: 60_000,
      }, async () => {
        expect(await killAt(dataDir, calls, k), 'the kill must fall into the upload').toBe(true);
      });
    }
  });

  test('faults: fsync fails: 500, the process ends; the next start goes on from what is safe', {
    timeout: 60_000,
  }, async () => {
    let server = await startServer(dataDir);
    let token = await adminTokenOf(server.url);
    const bytes = randomBytes(2 * MiB);
    const url = await begin(server, token, bytes.length);
    expect((await patch(server, token, url, 0, bytes.subarray(0, 1_000))).status).toBe(204);
    const gone = once(server.child, 'exit');
    const release = await inject(server.child.pid ?? 0, 'fdatasync:error=EIO:when=1');
    expect((await patch(server, token, url, 1_000, bytes.subarray(1_000))).status).toBe(500);
    expect((await gone)[0]).toBe(70);
    await release();
    server = await startServer(dataDir);
    try {
      token = await adminTokenOf(server.url);
      const offset = await offsetOf(server, token, url);
      expect(offset).toBe(1_000);
      expect((await patch(server, token, url, offset, bytes.subarray(offset))).status).toBe(204);
    } finally {
      await server.end();
    }
    await expectAgreed(dataDir);
  });
}

const canMount = havePrograms(['mount', 'umount'], { test: 'a full disk', packages: 'mount' });
if (needs(canMount && isRoot(), 'root and mount, for a small disk')) {
  test('faults: disk full: 507, reading and signing in work, the bytes are freed within 5 s, no restart', {
    timeout: 60_000,
  }, async () => {
    await mkdir(join(dataDir, 'small'));
    const small = join(dataDir, 'small');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', small]);
    const server = await startServer(small);
    try {
      const token = await adminTokenOf(server.url);
      const bytes = Buffer.alloc(30 * MiB, 7);
      expect(
        (await patch(server, token, '/api/v1/admin/uploads/nothing', 0, bytes.subarray(0, 1))).status,
      ).toBe(404);
      const url = await begin(server, token, bytes.length);
      const { bavail, bsize } = await statfs(small);
      // Something else fills the disk meanwhile.
      await writeFile(join(small, 'filler'), Buffer.alloc(bavail * bsize - 20 * MiB));
      expect((await patch(server, token, url, 0, bytes)).status).toBe(507);
      await expect.poll(() => readdir(join(small, 'uploads')), { timeout: 5_000 }).toEqual([]);
      expect((await state(small)).uploads).toEqual([]);

      const form = new FormData();
      for (const [key, value] of Object.entries({ name: 'Full', version: '1', modalityName: 'X' }))
        form.append(key, value);
      form.append('subsets', new Blob([bytes]), 'a.bin');
      const asForm = await fetch(`${server.url}/api/v1/admin/addDataset`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      expect(asForm.status).toBe(507);
      await expect.poll(async () => (await state(small)).tmp, { timeout: 15_000 }).toEqual([]);

      expect(await callServer(server.url, 'GET', '/api/v1/datasets')).toEqual([]);
      const again = await adminTokenOf(server.url);
      // Too much for the room that there is: refused before a byte is sent.
      await expect(begin(server, again, 60 * MiB)).rejects.toThrow('507');
      await rm(join(small, 'filler'));
      const next = await begin(server, again, bytes.length);
      expect((await patch(server, again, next, 0, bytes)).status).toBe(204);
    } finally {
      await server.end();
      execFileSync('umount', [small]);
    }
  });
}
