import {
  compareVersions,
  freeze,
  listSharing,
  listVersions,
  newVersion,
  previewPurgeFile,
  purgeFile,
  purgeRelease,
} from '../../../contract/dataset-versions.ts';
import type { Db } from '../../database/index.ts';
import {
  type Change,
  changesPage,
  type FilePurges,
  type FilesOfVersions,
  type Freezing,
  versionsOf,
} from '../../datasets/index.ts';
import type { Route } from '../../http/index.ts';
import { notFound } from '../../shared/errors.ts';
import type { BlobLedger } from '../../storage/index.ts';
import type { DatasetAdminStore } from './dataset-admin.store.ts';
import type { releasePurge } from './purge-release.ts';
import { versionsStore } from './versions.store.ts';

interface Dependencies {
  db: Db;
  change: Change;
  datasets: Pick<DatasetAdminStore, 'one'>;
  freezing: Freezing;
  files: FilesOfVersions;
  bytes: ReturnType<typeof releasePurge>;
  filePurges: FilePurges;
  ledger: BlobLedger;
  /** Wakes the job queue: an archive may be to lay out, or a version to freeze. */
  workSoon: () => void;
  now: () => number;
}

/** The versions of a dataset: making one from another, and freezing it (releases.md). */
export function versionsRoutes(route: Route, given: Dependencies): void {
  const { db, ledger, change, datasets, freezing, files, bytes, filePurges, workSoon, now } = given;
  const store = versionsStore(db, ledger, change);

  async function existing(id: string) {
    const dataset = await datasets.one(id);
    if (!dataset || dataset.trashedAt !== null) throw notFound('This dataset');
    return dataset;
  }

  route(listVersions, async ({ params }) => {
    await existing(params.id);
    const found = await versionsOf(db, params.id);
    if (!found) throw notFound('This dataset');
    return found;
  });

  route(compareVersions, async ({ params, query: { from, ...page } }) => {
    await existing(params.id);
    const { versions = [] } = (await versionsOf(db, params.id)) ?? {};
    const other = versions.find(({ version }) => version === from);
    const own = versions.find(({ id }) => id === params.id);
    // Of a version whose bytes were purged nothing is listed.
    if (!other || !own || other.filesPurged || own.filesPurged) throw notFound('This version');
    const [before, after] = [await files.of(other.id), await files.of(own.id)];
    const coming = before.coming.length + after.coming.length;
    return { ...(await changesPage(before.list, after, page)), coming };
  });

  route(newVersion, async ({ params, body, audit }) => {
    const from = await existing(params.id);
    const id = await store.newVersion(params.id, body, now(), (trx, made) =>
      audit(trx, {
        subject: `${made.name} ${made.version}`,
        after: { version: made.version, from: from.version },
      }),
    );
    workSoon();
    return { id };
  });

  route(freeze, async ({ params, audit }) => {
    const { name, version } = await existing(params.id);
    await db.transaction().execute(async (trx) => {
      await freezing.ask(trx, params.id);
      await audit(trx, { subject: `${name} ${version}`, after: { frozen: true } });
    });
    await freezing.freezeAtOnce(params.id);
    workSoon();
    const { frozenAt, releaseHash } = await existing(params.id);
    return { frozenAt, releaseHash, freezing: frozenAt === null ? ('pending' as const) : null };
  });

  route(listSharing, async ({ params }) => {
    await existing(params.id);
    return bytes.sharing(params.id);
  });

  route(purgeRelease, async ({ params, body, audit }) => {
    await existing(params.id);
    await bytes.purge(params.id, body, (trx, { name, version }) =>
      audit(trx, { subject: `${name} ${version}`, after: { purged: true, reason: body.reason } }),
    );
  });

  route(previewPurgeFile, async ({ params, query }) => {
    await existing(params.id);
    const { file, same, others } = await filePurges.about(params.id, query.path);
    const versions = others.map(({ version, files: count }) => ({
      id: version.id,
      version: version.version,
      status: version.status,
      frozen: version.frozen_at !== null,
      trashed: version.trashed_at !== null,
      files: count,
    }));
    return { path: file.path, size: file.size, sha256: file.sha256, same, versions };
  });

  route(purgeFile, async ({ params, body, audit }) => {
    await existing(params.id);
    const { path, reason } = body;
    const removed = await filePurges.purge(params.id, body, (trx, { name, version, sha256 }) =>
      audit(trx, { subject: `${name} ${version}`, after: { purgedFile: path, sha256, reason } }),
    );
    workSoon();
    return { removed };
  });
}
