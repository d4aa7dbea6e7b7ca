import { vi } from 'vitest';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { freshPlace } from './object-store.ts';

interface Options {
  /** Further environment variables of both. */
  env?: Record<string, string>;
  distFolder?: string;
  /** What the first one does before the second begins: its helpers wait for mails that it sends itself. */
  prepare?: (first: TestApp) => Promise<void>;
}

/** Two servers of one portal: one PostgreSQL database, one object store, one clock. For `onObjectStore`. */
export async function twoServers({ env = {}, distFolder, prepare = async () => {} }: Options = {}) {
  const place = await freshPlace();
  const given = {
    env: { ...place.env, SECRET_KEY: 'a key that two servers share, of 32 characters or more', ...env },
    ...(distFolder === undefined ? {} : { distFolder }),
  };
  const named = (SERVER_NAME: string) => ({ ...given, env: { ...given.env, SERVER_NAME } });
  const a = await buildTestApp({ database: 'PostgreSQL', ...named('a') });
  try {
    await prepare(a);
    const b = await buildTestApp({ ...named('b'), beside: a });
    const errors = [a, b].map(({ server }) => vi.spyOn(server.log, 'error'));
    return {
      a,
      b,
      /** What work behind the requests has failed with, on either. */
      failures: () => errors.flatMap(({ mock }) => mock.calls),
      /** The mails that either has sent. */
      async mails() {
        await a.app.settle();
        const ofB = await b.mails();
        return [...(await a.mails()), ...ofB];
      },
      async close(): Promise<void> {
        for (const spy of errors) spy.mockRestore();
        await b.close();
        await a.close();
      },
    };
  } catch (error) {
    await a.close();
    throw error;
  }
}

export type TwoServers = Awaited<ReturnType<typeof twoServers>>;
