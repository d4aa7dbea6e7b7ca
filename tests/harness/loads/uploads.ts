import { UPLOADS_PATH } from '../../../contract/sources.ts';
import { form, newDataset } from '../../../server/testing/forms.ts';
import { patch, tusRequest } from '../../support/upload-faults.ts';
import { Thing } from '../thing.ts';
import { alone, type Load, type World } from '../world.ts';
import { sha256 } from './datasets.ts';

/** Bytes of a file, and of a piece of it. */
const SIZE = 1_500_000;
const PIECE = 300_000;
/** Uploads that go on at once. */
const AT_ONCE = 3;

interface Upload {
  url: string;
  bytes: Buffer<ArrayBuffer>;
  acknowledged: number;
  isBusy: boolean;
}

/** Uploads that can be resumed, in pieces; whole ones become files of a dataset. */
export function uploads(world: World): Load {
  let running: Upload[] = [];
  let id = '';
  /** Of all that were taken into the dataset. */
  const taken: Thing<string | null>[] = [];

  async function begin(): Promise<void> {
    const { portal } = world;
    const token = await portal.admin().catch(() => undefined);
    if (token === undefined) return;
    const { status, location } = await tusRequest(portal.server, token, 'POST', UPLOADS_PATH, {
      'upload-length': String(SIZE),
      'upload-metadata': `filename ${Buffer.from('a.bin').toString('base64')}`,
    });
    portal.note(status === 201 ? 200 : status, `POST ${UPLOADS_PATH}`);
    if (status !== 201) return;
    running.push({ url: location, bytes: world.randomBytes(SIZE), acknowledged: 0, isBusy: false });
  }

  async function take(upload: Upload): Promise<void> {
    const path = `upload ${world.next()}.bin`;
    const thing = new Thing<string | null>(path, null, async (portal) => {
      // A file that is being hashed is there: how it ends is what counts.
      for (;;) {
        const found = (await portal.filesOf(id))[path];
        if (found !== '') return found ?? null;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    taken.push(thing);
    running = running.filter((one) => one !== upload);
    const source = { upload: upload.url.split('/').at(-1) };
    await alone(thing, () =>
      thing.attempt(sha256(upload.bytes), () =>
        world.portal.asAdmin('POST', `/api/v1/admin/addSubsets/${id}`, { subsets: [{ path, source }] }),
      ),
    );
  }

  async function goOn(upload: Upload): Promise<void> {
    const { portal } = world;
    const token = await portal.admin().catch(() => undefined);
    if (token === undefined) return;
    if (upload.acknowledged === SIZE) return take(upload);
    const piece = upload.bytes.subarray(upload.acknowledged, upload.acknowledged + PIECE);
    const { status, offset } = await patch(portal.server, token, upload.url, upload.acknowledged, piece);
    portal.note(status === 204 ? 200 : status, `PATCH of an upload`);
    if (status === 204) upload.acknowledged = offset ?? 0;
    // The disk is full: the upload was given up.
    if (status === 507) running = running.filter((one) => one !== upload);
  }

  return {
    isInBackup: true,
    async prepare() {
      const body = form(newDataset('Uploaded'));
      const { data } = await world.portal.asAdmin<{ id: string }>('POST', '/api/v1/admin/addDataset', body);
      id = data.id;
    },
    async act() {
      const upload = running.find(({ isBusy }) => !isBusy);
      if (!upload || (running.length < AT_ONCE && world.random() < 0.3)) return begin();
      upload.isBusy = true;
      await goOn(upload);
      upload.isBusy = false;
    },
    things: () => taken,
    /** At least what was acknowledged has come, and it goes on from there. */
    async check() {
      const { portal } = world;
      const wrong: string[] = [];
      for (const upload of running) {
        const answer = await tusRequest(portal.server, await portal.admin(), 'HEAD', upload.url);
        const offset = answer.offset ?? -1;
        if (answer.status !== 200 || offset < upload.acknowledged || offset > SIZE)
          wrong.push(
            `an upload has ${offset} bytes (${answer.status}), acknowledged were ${upload.acknowledged}`,
          );
        upload.acknowledged = Math.max(0, offset);
      }
      return wrong;
    },
  };
}
