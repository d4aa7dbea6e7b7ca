import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomBytes } from '../../tests/support/random.ts';
import { DAY } from '../shared/time.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { sql } from '../testing/look-inside.ts';
import { freshPlace, onObjectStore } from '../testing/object-store.ts';
import { type S3Place, s3Place } from './s3-place.ts';

const EMAIL = 'reader@example.org';
const files = {
  'gone.bin': randomBytes(100_000),
  'cut.bin': randomBytes(200_000),
  'longer.bin': randomBytes(1_000),
  'other.bin': randomBytes(50_000),
  'empty.bin': new Uint8Array(0),
  'sound.bin': randomBytes(10_000),
};
type Name = keyof typeof files;

onObjectStore('fault: corrupt blob, in an object store', () => {
  let t: TestApp;
  let place: S3Place;
  let id: string;
  beforeAll(async () => {
    const { env, config } = await freshPlace();
    place = s3Place(config, () => {});
    t = await buildTestApp({ env });
    const given = Object.entries(files).map(([name, bytes]) => [name, new Uint8Array(bytes)]);
    ({ id } = (await t.dataset({ files: Object.fromEntries(given) })).dataset);
    await t.user(EMAIL);
    await t.app.settle();
  });
  afterAll(async () => {
    await t.close();
    place.client.destroy();
  });

  async function objectOf(name: Name): Promise<{ Bucket: string; Key: string }> {
    const [row] = await sql<{ blob_key: string }>(
      t,
      `select blob_key from objects join subsets on subsets.id = objects.subset_id where path like '%/${name}'`,
    );
    return { Bucket: place.bucket, Key: place.objectOf(row?.blob_key ?? '') };
  }
  const put = async (name: Name, Body: Uint8Array) =>
    place.client.send(new PutObjectCommand({ ...(await objectOf(name)), Body }));
  const remove = async (name: Name) => place.client.send(new DeleteObjectCommand(await objectOf(name)));
  const marks = async () =>
    Object.fromEntries(
      (
        await sql<{ path: string; mark: string | null }>(
          t,
          `select path, mark from objects join subsets on subsets.id = objects.subset_id
           join blobs on blobs.key = objects.blob_key`,
        )
      ).map(({ path, mark }) => [path.split('/').at(-1), mark]),
    );
  const sound = Object.fromEntries(Object.keys(files).map((name) => [name, null]));

  async function statuses(): Promise<Record<string, number>> {
    const page = await t.open(id, await t.login(EMAIL));
    const all = [['zip', page.dataset] as const, ...page.subsetList.map((row) => [row.path, row] as const)];
    const found: Record<string, number> = {};
    for (const [path, { downloadUrl = '' }] of all)
      found[path.split('/').at(-1) ?? ''] = (await t.inject('GET', downloadUrl)).statusCode;
    return found;
  }

  test('missing, cut, longer and other objects: found, marked, told, refused; right again: served again', async () => {
    expect(await marks()).toEqual(sound);
    await remove('gone.bin');
    await remove('empty.bin');
    await put('cut.bin', files['cut.bin'].subarray(0, 199_999));
    await put('longer.bin', Buffer.concat([files['longer.bin'], Buffer.of(0)]));
    await put('other.bin', randomBytes(50_000));
    t.clock.now += 25 * DAY;
    await t.app.settle();
    const wrong = {
      'gone.bin': 'vanished',
      'empty.bin': 'vanished',
      'cut.bin': 'corrupt',
      'longer.bin': 'corrupt',
      'other.bin': 'corrupt',
    };
    expect(await marks()).toEqual({ ...sound, ...wrong });
    t.clock.now += 61_000;
    await t.app.settle();
    const told = (await t.mails()).filter((mail) => /damaged|no longer/i.test(mail.text));
    expect(told).toHaveLength(1);
    const answers = await statuses();
    for (const name of ['zip', ...Object.keys(wrong)]) expect(answers[name], name).toBe(503);
    expect(answers['sound.bin']).toBe(200);

    for (const name of Object.keys(files) as Name[]) await put(name, files[name]);
    t.clock.now += DAY;
    await t.app.settle();
    expect(await marks()).toEqual(sound);
    expect(new Set(Object.values(await statuses()))).toEqual(new Set([200]));
  });
});
