import { createHash } from 'node:crypto';
import type { ObjectReader, ReadableObject } from '../holdings/object-reader.ts';
import type { ArchiveHashesStore } from './archive-hashes.store.ts';

/**
 * Computes the SHA-256 of whole ZIPs, one at a time, in this process. What a restart interrupts is begun again when
 * somebody asks for the integrity file.
 */
export function archiveHashes(
  store: ArchiveHashesStore,
  reader: ObjectReader,
  onError: (error: unknown) => void,
) {
  const waiting = new Map<string, () => Promise<ReadableObject | undefined>>();
  let running: Promise<void> | undefined;
  let stopped = false;

  async function hash(object: ReadableObject): Promise<void> {
    const sha256 = createHash('sha256');
    for await (const piece of reader.read(object, 0, object.size)) {
      if (stopped) return;
      sha256.update(piece);
    }
    await store.set(object.id, sha256.digest('hex'));
  }

  async function run(): Promise<void> {
    for (let first = waiting.entries().next(); !first.done; first = waiting.entries().next()) {
      const [key, find] = first.value;
      waiting.delete(key);
      try {
        const object = await find();
        if (object && !stopped) await hash(object);
      } catch (error) {
        onError(error);
      }
    }
  }

  function add(key: string, find: () => Promise<ReadableObject | undefined>): void {
    if (stopped) return;
    waiting.set(key, find);
    running ??= run().finally(() => {
      running = undefined;
    });
  }

  return {
    /** For one object, because somebody waits for it. */
    hashObject: (objectId: string) => add(objectId, () => store.byId(objectId)),
    /** For a dataset's current whole, because it is out. */
    hashDataset: (datasetId: string) => add(datasetId, () => store.currentOf(datasetId)),
    /** Done when nothing waits any more; for tests and the demo. */
    idle: async () => {
      while (running) await running;
    },
    async stop(): Promise<void> {
      stopped = true;
      waiting.clear();
      await running;
    },
  };
}
