// @module-tag guards
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshPlace, onObjectStore } from '../../server/testing/object-store.ts';
import { noise, type Served, serveDataset, sha256 } from './served.ts';

const files = {
  'large.bin': noise(20_000_000),
  'empty.txt': noise(0),
  'naïve 数据 🙂.csv': noise(70_001),
  ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`part-${i}.bin`, noise(1_000 + i)])),
};

onObjectStore('§4: a ZIP is computed from S3 and from disk alike', () => {
  let fromDisk: Served;
  let fromS3: Served;
  beforeAll(async () => {
    const { env } = await freshPlace();
    fromDisk = await serveDataset(files);
    fromS3 = await serveDataset(files, env);
  }, 120_000);
  afterAll(async () => {
    await fromDisk?.t.close();
    await fromS3?.t.close();
  });

  test('the whole is equal, byte for byte, and so is its recorded SHA-256', async () => {
    const [disk, s3] = [await fromDisk.now(), await fromS3.now()];
    const whole = (await fromS3.wire.send(s3.downloadUrl)).bytes;
    expect(whole.equals((await fromDisk.wire.send(disk.downloadUrl)).bytes)).toBe(true);
    expect(await fromS3.recorded(s3.inspectionUrl)).toBe(sha256(whole));
    expect(await fromDisk.recorded(disk.inspectionUrl)).toBe(sha256(whole));
  });

  test('ranges are equal: over the seams of files, in the middle of one, in the central directory', async () => {
    const [disk, s3] = [await fromDisk.now(), await fromS3.now()];
    for (const range of [
      '0-0',
      '0-200',
      '100-70300',
      '5000000-9000000',
      '19999000-20080000',
      '-3000',
      '-1',
    ]) {
      const headers = { range: `bytes=${range}` };
      const one = await fromS3.wire.send(s3.downloadUrl, { headers });
      const other = await fromDisk.wire.send(disk.downloadUrl, { headers });
      expect(one.status, range).toBe(206);
      expect(one.headers['content-range'], range).toBe(other.headers['content-range']);
      expect(one.bytes.equals(other.bytes), range).toBe(true);
    }
  });
});
