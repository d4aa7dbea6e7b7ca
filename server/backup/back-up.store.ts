import type { Queries } from '../database/index.ts';

const PAGE = 1_000;

export interface NamedBlob {
  key: string;
  /** Bytes. */
  size: number;
  /** Empty until it is known. */
  sha256: string;
  /** Absolute path of a file registered in place; null: the bytes lie in the store. */
  source: string | null;
}

/** Every blob that the database keeps, by key. */
export async function keptBlobs(db: Queries): Promise<NamedBlob[]> {
  const all: NamedBlob[] = [];
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('blobs')
      .select(['key', 'size', 'sha256', 'source'])
      .where('state', '=', 'kept')
      .where('key', '>', after)
      .orderBy('key')
      .limit(PAGE)
      .execute();
    all.push(...page);
    const last = page.at(-1);
    if (!last) return all;
    after = last.key;
  }
}

/** Whether the blob is still kept: it may have been purged since the snapshot. */
export async function isStillKept(db: Queries, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('blobs')
    .select('key')
    .where('key', '=', key)
    .where('state', '=', 'kept')
    .executeTakeFirst();
  return row !== undefined;
}
