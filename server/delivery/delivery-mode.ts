import { join, relative } from 'node:path';
import type { FoundObject } from '../access/index.ts';
import type { BlobStore, PresignedAnswer } from '../storage/index.ts';
import type { Offload } from './offload.ts';

/** `DELIVERY` (decisions §5): who sends the bytes. */
export type DeliveryMode = 'stream' | 'x-accel' | 'redirect';

/** Where nginx or the object store serves an object's bytes; undefined: this process streams them. */
export type Delivery = (object: FoundObject, answer: PresignedAnswer) => Promise<Offload | undefined>;

/** The internal location of docs/nginx.md, an alias of the folder `blobs` in DATA_DIR. */
const LOCATION = '/_blobs/';

export function createDelivery(
  { delivery: mode, dataDir }: { delivery: DeliveryMode; dataDir: string },
  blobs: Pick<BlobStore, 'localPath' | 'presign'>,
): Delivery {
  return async (object, answer) => {
    // Computed ZIPs are not stored; a file registered in place is verified while it is sent (decisions §4).
    if (object.kind === 'zip' || !object.inStore || object.size === 0) return undefined;
    if (mode === 'x-accel' && blobs.localPath) {
      const path = relative(join(dataDir, 'blobs'), blobs.localPath(object.blobKey));
      return { internal: LOCATION + path };
    }
    if (mode === 'redirect' && blobs.presign) return { address: await blobs.presign(object.blobKey, answer) };
    return undefined;
  };
}
