import { readConfig } from '../config.ts';
import { openStorage } from '../wiring/storage.ts';

/** Starts a portal on the environment's data folder as far as its keys, for tests that end it on the way. */
const tell = (error: unknown): void => console.error(error);
const storage = await openStorage({
  options: { config: readConfig(process.env), onFatal: tell },
  now: Date.now,
  onError: tell,
});
await storage.uploads.stop();
await storage.db.destroy();
storage.folder.release();
