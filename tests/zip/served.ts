import { createHash } from 'node:crypto';
import { buildTestApp } from '../../server/testing/build-test-app.ts';
import { onTheWire } from '../../server/testing/wire.ts';
import { randomBytes } from '../support/random.ts';

/** Noise, so that a byte in a wrong place changes the hash. */
export const noise = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The real app on a real socket with a published dataset of these files, and an approved user. */
export async function serveDataset(
  files: Record<string, Uint8Array<ArrayBuffer>>,
  env: Record<string, string> = {},
) {
  const t = await buildTestApp({ env });
  const wire = await onTheWire(t);
  const { dataset } = await t.dataset({ files });
  const { token } = await t.user('reader@example.org');
  await t.app.settle();
  return {
    t,
    wire,
    id: dataset.id,

    /** What the user's page shows now: the links of the whole, and the subsets. */
    async now() {
      const answer = await t.open(dataset.id, token);
      const { path, downloadUrl = '', inspectionUrl = '', size } = answer.dataset;
      return { path, downloadUrl, inspectionUrl, size, subsetList: answer.subsetList };
    },

    /** The SHA-256 that the portal has for a link: what its integrity file says. */
    async recorded(inspectionUrl: string): Promise<string> {
      for (;;) {
        const { status, bytes } = await wire.send(inspectionUrl);
        if (status === 200) return bytes.toString('utf8').slice(0, 64);
        if (status !== 503) throw new Error(`the integrity file answered ${status}`);
        await t.app.settle();
      }
    },
  };
}

export type Served = Awaited<ReturnType<typeof serveDataset>>;
