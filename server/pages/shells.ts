import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What Vite put where a nonce belongs. */
const PLACEHOLDER = '__CSP_NONCE__';

/**
 * The two HTML documents: `reading` for home and dataset pages, the same for everybody and without a nonce; `app`
 * for account and back office.
 */
export interface Shells {
  reading: string;
  app: (nonce: string) => string;
}

/**
 * Loads the built documents.
 * @param folder where Vite's build lies
 * @throws when the pages were not built
 */
export async function loadShells(folder: string): Promise<Shells> {
  const read = async (name: string) => {
    try {
      return await readFile(join(folder, name), 'utf8');
    } catch {
      throw new Error('The pages are not built. Run `npm run build` first.');
    }
  };
  const [reading, app] = [await read('index.html'), await read('app.html')];
  return { reading, app: (nonce) => app.replaceAll(PLACEHOLDER, nonce) };
}
