import type { Db } from '../../database/index.ts';

export function staticFilesStore(db: Db) {
  return {
    find: (path: string) =>
      db
        .selectFrom('static_files')
        .innerJoin('blobs', 'blobs.key', 'static_files.blob_key')
        .select(['static_files.content_type', 'blobs.key', 'blobs.size', 'blobs.sha256'])
        .where('static_files.path', '=', path)
        .executeTakeFirst(),
  };
}
