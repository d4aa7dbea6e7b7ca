import { taskFile, type WorkerPool } from '../workers/index.ts';
import type { Rendering } from './rendering.ts';
import type { RenderingsStore } from './renderings.store.ts';

const NOTHING: Rendering = { html: '', plain: '' };

const rendering = taskFile<typeof import('./render.task.ts')>(new URL('./render.task.ts', import.meta.url));

/** Renders a description in a worker thread; after a second it falls back to plain text. */
export const renderInThread = (pool: WorkerPool, source: string): Promise<Rendering> =>
  pool.run(rendering, 'render', source);

/** The datasets' descriptions: rendered once per text, and stored (docs/decisions/0025). */
export function descriptions(store: RenderingsStore, pool: WorkerPool) {
  async function make(datasetId: string, source: string): Promise<Rendering> {
    if (source === '') return NOTHING;
    const made = await renderInThread(pool, source);
    // A full disk must not prevent reading: it is rendered again next time.
    await store.keep(datasetId, source, made).catch(() => undefined);
    return made;
  }

  return {
    /** Called after a text was saved, even if unchanged: retries one that timed out on a busy machine. */
    async saved(datasetId: string, source: string): Promise<void> {
      await make(datasetId, source);
    },

    async of({ id, detail }: { id: string; detail: string }): Promise<Rendering> {
      return (await store.find(id, detail)) ?? make(id, detail);
    },

    /** Plain text of every published dataset's description, by dataset id. */
    async plainOfPublished(): Promise<Map<string, string>> {
      const rows = await store.plainOfPublished();
      const texts = rows.map(async ({ id, plain, source }): Promise<[string, string]> => {
        return [id, plain ?? (await make(id, source ?? '')).plain];
      });
      return new Map(await Promise.all(texts));
    },
  };
}

export type Descriptions = ReturnType<typeof descriptions>;
