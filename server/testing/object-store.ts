import { describe, inject, test } from 'vitest';
import { GUARD } from '../../tests/support/guards.ts';
import { newId } from '../shared/ids.ts';
import { parseStorageUrl, type S3Config } from '../shared/storage-url.ts';

interface Gateway {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A separate prefix on the real gateway, as environment variables of a server. */
export interface ObjectStorePlace {
  env: { STORAGE_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  config: S3Config;
  /** The gateway's own port, for a proxy in front of it. */
  port: number;
}

/**
 * An empty prefix on the gateway that the test run has started; the first call may take some seconds.
 * @param endpoint another endpoint: a proxy
 * @param timeout s that the store may stall
 */
export async function freshPlace({
  endpoint,
  timeout = 30,
}: {
  endpoint?: string;
  timeout?: number;
} = {}): Promise<ObjectStorePlace> {
  const starter = inject('s3Starter');
  if (!starter) throw new Error('there is no object store in this run');
  const answer = await fetch(starter);
  if (!answer.ok) throw new Error(await answer.text());
  const gateway = (await answer.json()) as Gateway;
  const query = new URLSearchParams({
    endpoint: endpoint ?? gateway.endpoint,
    region: 'us-east-1',
    timeout: String(timeout),
  });
  const env = {
    STORAGE_URL: `s3://${gateway.bucket}/${newId()}?${query}`,
    AWS_ACCESS_KEY_ID: gateway.accessKeyId,
    AWS_SECRET_ACCESS_KEY: gateway.secretAccessKey,
  };
  return { env, config: parseStorageUrl(env.STORAGE_URL, env), port: Number(new URL(gateway.endpoint).port) };
}

/**
 * Defines tests that need the real gateway, for the guards. Without it, the set-up has printed a warning, and CI fails.
 */
export function onObjectStore(name: string, tests: () => void): void {
  if (inject('s3Starter')) describe(name, GUARD, tests);
  else test.skip(`${name}: NOT RUN, there is no Ceph object gateway here`, GUARD, () => {});
}
