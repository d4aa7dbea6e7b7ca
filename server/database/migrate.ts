import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { up as theRoad } from './migrations/0001-the-road.ts';
import { up as identity } from './migrations/0002-identity.ts';
import { up as dataInAndOut } from './migrations/0003-data-in-and-out.ts';
import { up as dictionary } from './migrations/0004-dictionary.ts';
import { up as statistics } from './migrations/0005-statistics.ts';
import { up as changed } from './migrations/0006-changed.ts';
import { up as lists } from './migrations/0007-lists.ts';
import { up as unannounced } from './migrations/0008-unannounced.ts';
import { up as unannouncedStatus } from './migrations/0009-unannounced-status.ts';
import { up as auditSearched } from './migrations/0010-audit-searched.ts';
import { up as sentMails } from './migrations/0011-sent-mails.ts';
import { up as renderings } from './migrations/0012-renderings.ts';
import { up as discardedBlobs } from './migrations/0013-discarded-blobs.ts';
import { up as keysApart } from './migrations/0014-keys-apart.ts';
import { up as whatIsOver } from './migrations/0015-what-is-over.ts';
import { up as listsBySql } from './migrations/0016-lists-by-sql.ts';
import { up as mailsAsJobs } from './migrations/0017-mails-as-jobs.ts';
import { up as verifiedBlobs } from './migrations/0018-verified-blobs.ts';
import { up as releases } from './migrations/0019-releases.ts';
import { up as columnNames } from './migrations/0020-column-names.ts';
import { up as purgedFiles } from './migrations/0021-purged-files.ts';
import { up as terms } from './migrations/0022-terms.ts';
import { up as institutions } from './migrations/0023-institutions.ts';
import { up as recalls } from './migrations/0024-recalls.ts';
import { up as problemReports } from './migrations/0025-problem-reports.ts';
import { up as follows } from './migrations/0026-follows.ts';
import { up as usage } from './migrations/0027-usage.ts';
import { up as requests } from './migrations/0028-requests.ts';
import { up as groups } from './migrations/0029-groups.ts';
import { up as reviewerLinks } from './migrations/0030-reviewer-links.ts';
import { up as administratorsByProvider } from './migrations/0031-administrators-by-provider.ts';
import { up as recallNotices } from './migrations/0032-recall-notices.ts';
import { up as servers } from './migrations/0033-servers.ts';
import { up as accountFailures } from './migrations/0034-account-failures.ts';
import { up as requestsByReview } from './migrations/0035-requests-by-review.ts';
import { up as recordsCounted } from './migrations/0036-records-counted.ts';
import { up as usersFiltered } from './migrations/0037-users-filtered.ts';
import { up as recordsShort } from './migrations/0038-records-short.ts';
import { up as peopleCounted } from './migrations/0039-people-counted.ts';
import { up as recordsByVersion } from './migrations/0040-records-by-version.ts';
import { up as recordsBySubject } from './migrations/0041-records-by-subject.ts';
import type { Tables } from './tables.ts';

/** In the order of execution; a released one is never edited. */
const migrations = {
  '0001-the-road': { up: theRoad },
  '0002-identity': { up: identity },
  '0003-data-in-and-out': { up: dataInAndOut },
  '0004-dictionary': { up: dictionary },
  '0005-statistics': { up: statistics },
  '0006-changed': { up: changed },
  '0007-lists': { up: lists },
  '0008-unannounced': { up: unannounced },
  '0009-unannounced-status': { up: unannouncedStatus },
  '0010-audit-searched': { up: auditSearched },
  '0011-sent-mails': { up: sentMails },
  '0012-renderings': { up: renderings },
  '0013-discarded-blobs': { up: discardedBlobs },
  '0014-keys-apart': { up: keysApart },
  '0015-what-is-over': { up: whatIsOver },
  '0016-lists-by-sql': { up: listsBySql },
  '0017-mails-as-jobs': { up: mailsAsJobs },
  '0018-verified-blobs': { up: verifiedBlobs },
  '0019-releases': { up: releases },
  '0020-column-names': { up: columnNames },
  '0021-purged-files': { up: purgedFiles },
  '0022-terms': { up: terms },
  '0023-institutions': { up: institutions },
  '0024-recalls': { up: recalls },
  '0025-problem-reports': { up: problemReports },
  '0026-follows': { up: follows },
  '0027-usage': { up: usage },
  '0028-requests': { up: requests },
  '0029-groups': { up: groups },
  '0030-reviewer-links': { up: reviewerLinks },
  '0031-administrators-by-provider': { up: administratorsByProvider },
  '0032-recall-notices': { up: recallNotices },
  '0033-servers': { up: servers },
  '0034-account-failures': { up: accountFailures },
  '0035-requests-by-review': { up: requestsByReview },
  '0036-records-counted': { up: recordsCounted },
  '0037-users-filtered': { up: usersFiltered },
  '0038-records-short': { up: recordsShort },
  '0039-people-counted': { up: peopleCounted },
  '0040-records-by-version': { up: recordsByVersion },
  '0041-records-by-subject': { up: recordsBySubject },
};

export type MigrationName = keyof typeof migrations;

/** Progress callback of an upgrade: called before the first migration with `done` 0, then after each. */
export type OnUpgrade = (step: { done: number; of: number; next: string | undefined }) => void;

/** A database upgraded by a newer version, whose tables this one does not know. */
export class NewerDatabase extends Error {
  readonly migration: string;
  constructor(migration: string) {
    super(
      `The database is of a newer version of Vitrine (${migration}). Start that version; docs/deployment.md, "The way back", has what leads to this one.`,
    );
    this.migration = migration;
  }
}

/** Called in the transaction of an upgrade, or of a new database, before its first step; what it throws ends it. */
export type BeforeUpgrade = (trx: Kysely<Tables>) => Promise<void>;

/** @throws NewerDatabase */
export async function assertNotNewer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name desc limit 1`.execute(db);
  const last = rows[0]?.name;
  if (last !== undefined && !(last in migrations)) throw new NewerDatabase(last);
}

/**
 * Migrations that the database lacks, in order; all of them when it is new.
 * @throws NewerDatabase
 */
export async function pendingMigrations(db: Kysely<Tables>): Promise<{ pending: string[]; isNew: boolean }> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const all = await migrator.getMigrations();
  const pending = all.filter(({ executedAt }) => !executedAt).map(({ name }) => name);
  if (pending.length < all.length) await assertNotNewer(db);
  return { pending, isNew: pending.length === all.length };
}

/** The name of the last migration that the database has. */
export async function lastMigration(db: Kysely<Tables>): Promise<string> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const done = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt);
  return done.at(-1)?.name ?? '';
}

/**
 * Brings the schema up to date, in one transaction; throws when a migration fails, which undoes all of them. Safe to
 * call from several servers at once.
 * @param upTo tests: the last migration of a former version
 */
export async function migrate(
  db: Kysely<Tables>,
  {
    upTo,
    onUpgrade = () => {},
    beforeUpgrade,
  }: { upTo?: MigrationName; onUpgrade?: OnUpgrade; beforeUpgrade?: BeforeUpgrade | undefined } = {},
): Promise<void> {
  const { pending, isNew } = await pendingMigrations(db);
  let tell = () => {};
  let before = beforeUpgrade;
  const told = Object.entries(migrations).map(([name, { up }]) => [
    name,
    {
      up: async (on: Kysely<never>) => {
        await before?.(on as unknown as Kysely<Tables>);
        before = undefined;
        await up(on);
        tell();
      },
    },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(told) } });
  // A new database is migrated in no time: no progress.
  if (pending.length > 0 && !isNew) {
    let done = 0;
    tell = () => onUpgrade({ done, of: pending.length, next: pending[done++] });
    tell();
  }
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
}
