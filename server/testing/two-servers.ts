import { vi } from 'vitest';
import { buildTestApp } from './build-test-app.ts';
import { freshPlace } from './object-store.ts';

interface Options {
  /** Further environment variables of both. */
  env?: Record<string, string>;
  distFolder?: string;
}

/** Two servers of one portal: one PostgreSQL database, one object store, one clock; to be used in `onObjectStore`. */
export async function twoServers({ env = {}, distFolder }: Options = {}) {
  const place = await freshPlace();
  const given = {
    env: { ...place.env, SECRET_KEY: 'a key that two servers share, of 32 characters or more', ...env },
    ...(distFolder === undefined ? {} : { distFolder }),
  };
  const a = await buildTestApp({ database: 'PostgreSQL', ...given });
  const b = await buildTestApp({ ...given, beside: a }).catch(async (error) => {
    await a.close();
    throw error;
  });
  const errors = [a, b].map(({ server }) => vi.spyOn(server.log, 'error'));
  return {
    a,
    b,
    /** What work behind the requests has failed with, on either. */
    failures: () => errors.flatMap(({ mock }) => mock.calls),
    /** The mails that either has sent. */
    mails: async () => [...(await a.mails()), ...(await b.mails())],
    async close(): Promise<void> {
      for (const spy of errors) spy.mockRestore();
      await b.close();
      await a.close();
    },
  };
}

export type TwoServers = Awaited<ReturnType<typeof twoServers>>;
