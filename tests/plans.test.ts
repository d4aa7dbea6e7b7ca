// @module-tag guards
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../server/database/index.ts';
import { auditLogStore } from '../server/features/administrators/index.ts';
import { jobsStore, mailsStore } from '../server/features/jobs/index.ts';
import { requestsStore } from '../server/features/requests/index.ts';
import { countsStore, recordsStore } from '../server/features/statistics/index.ts';
import { usersStore } from '../server/features/user-review/index.ts';
import { figuresStore } from '../server/health/index.ts';
import { noticesStore } from '../server/notices/index.ts';
import { DAY } from '../server/shared/time.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../server/testing/databases.ts';
import { insertMany, insertRecords, jobRow, recordRow, requestRow, userRow } from '../server/testing/rows.ts';

const ROWS = 5_000;
const page = { pageIndex: 3, pageSize: 20 };
const rows = <Row extends object>(row: (n: number) => Row): Row[] =>
  Array.from({ length: ROWS }, (_, n) => row(n));

/** Sees what is asked of a database. */
class Witness implements KyselyPlugin {
  seen: RootOperationNode[] = [];

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    this.seen.push(node);
    return node;
  }

  transformResult = async <Result>({ result }: { result: Result }): Promise<Result> => result;
}

onEachDatabase(
  'docs/decisions/0018: no list that may be long reads or sorts a whole table for a page',
  (kind) => {
    let fresh: Awaited<ReturnType<typeof freshDatabase>>;
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let db: Db;
    const witness = new Witness();
    let watched: Db;

    beforeAll(async () => {
      fresh = await freshDatabase(kind);
      folder = await temporaryFolder();
      db = await openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`);
      watched = Object.assign(db.withPlugin(witness), { inReader: db.inReader.withPlugin(witness) }) as Db;
      await insertMany(
        db,
        'users',
        rows((n) => userRow(`user ${n}`, { created_at: n })),
      );
      await insertRecords(
        db,
        rows((n) => recordRow(`record ${n}`, { started_at: n, user_id: `user ${n % 100}` })),
      );
      await insertMany(
        db,
        'audit',
        rows((n) => ({
          id: `audit ${n}`,
          at: n,
          admin_id: `admin ${n % 4}`,
          admin_name: '',
          action: '',
          subject: '',
          before_json: null,
          after_json: null,
          ip: '',
          searched: '',
        })),
      );
      await insertMany(
        db,
        'jobs',
        rows((n) =>
          jobRow(`job ${n}`, {
            kind: `kind ${n % 4}`,
            state: n % 4 === 0 ? 'failed' : 'done',
            created_at: n,
          }),
        ),
      );
      await insertMany(
        db,
        'outbox',
        rows((n) => ({
          id: `mail ${n}`,
          recipient: '',
          subject: '',
          body: 'words',
          html: '',
          not_before: 0,
          attempts: n % 4,
          created_at: n,
          sent_at: n % 2 === 0 ? n : null,
          review_id: null,
          given_up_at: null,
          last_error: null,
        })),
      );
      await insertMany(
        db,
        'reviews',
        rows((n) => ({
          id: `review ${n}`,
          user_id: `user ${n}`,
          from_status: 'pending',
          to_status: n % 2 === 0 ? 'approved' : 'rejected',
          reason: null,
          admin_id: null,
          at: n * DAY,
          undone_at: null,
          former: '{}',
        })),
      );
      await insertMany(
        db,
        'lineages',
        Array.from({ length: 50 }, (_, n) => ({
          id: `lineage ${n}`,
          name: `name ${n}`,
          slug: `slug ${n}`,
          created_at: 0,
          published_at: null,
        })),
      );
      await insertMany(
        db,
        'requests',
        rows((n) =>
          requestRow(`request ${n}`, {
            user_id: `user ${n}`,
            lineage_id: `lineage ${n % 50}`,
            status: n % 2 === 0 ? 'pending' : 'granted',
            applied_at: n,
            reviewed_at: n % 2 === 0 ? null : n,
            approved_until: n % 2 === 0 ? null : n * DAY,
          }),
        ),
      );
      // PostgreSQL makes statistics by itself; of a portal's SQLite nobody does.
      if (kind === 'PostgreSQL') await sql.raw('analyze').execute(db);
    });
    afterAll(async () => {
      await db.destroy();
      await fresh.drop();
      await folder.remove();
    });

    /** The plans of what `work` asks of the database, but for counts. */
    async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
      witness.seen = [];
      await work();
      const plans: string[] = [];
      for (const node of witness.seen) {
        const query = watched.getExecutor().compileQuery(node as never, { queryId: 'plan' } as never);
        // Whoever counts half a table reads half of it; it is the page that must not.
        if (/^select (count\(\*\)|sum\("count"\)) as "count" from|group by "status"$/.test(query.sql))
          continue;
        const asked = kind === 'SQLite' ? `explain query plan ${query.sql}` : `explain ${query.sql}`;
        const { rows: lines } = await db.executeQuery<Record<string, unknown>>({ ...query, sql: asked });
        plans.push(lines.map((line) => line.detail ?? line['QUERY PLAN']).join('\n'));
      }
      return plans;
    }

    const WHOLE =
      kind === 'SQLite'
        ? /SCAN (?!json_each)(?!.*USING (COVERING )?INDEX)|TEMP B-TREE FOR ORDER/
        : /Seq Scan|(?<!Incremental )Sort {2}\(/;
    /** A lineage's versions are few: to look up the newest one sorts these. */
    const NEWEST =
      kind === 'SQLite'
        ? /SEARCH datasets .*\nUSE TEMP B-TREE FOR ORDER BY/g
        : /-> {2}Sort {2}\(.*\n +Sort Key: datasets\.created_at .*\n +-> {2}Seq Scan on datasets/g;
    async function expectNoWhole(work: () => Promise<unknown>, what: string): Promise<void> {
      const plans = await plansOf(work);
      expect(plans.length, what).toBeGreaterThan(0);
      for (const plan of plans) expect(plan.replace(NEWEST, ''), what).not.toMatch(WHOLE);
    }

    test('the check can fail: by a column without an index', async () => {
      const plans = await plansOf(() =>
        watched.selectFrom('audit').selectAll().orderBy('ip').where('ip', '=', 'x').limit(20).execute(),
      );
      expect(plans[0]).toMatch(kind === 'SQLite' ? /SCAN/ : /Seq Scan/);
      expect(plans[0]).toMatch(WHOLE);
    });

    test('users and records: every sort walks its index, whatever is filtered by', async () => {
      for (const order of ['asc', 'desc'] as const) {
        for (const sort of ['createdAt', 'appliedAt', 'reviewedAt', 'email', 'familyName'] as const)
          await expectNoWhole(
            () => usersStore(watched, '').list({ ...page, sort, order, status: ['pending'] }, 0),
            sort,
          );
        for (const sort of ['startedAt', 'bytesSent'] as const)
          for (const filter of [{ complete: 'false' as const }, { datasetId: 'one' }, { from: '1970-01-01' }])
            await expectNoWhole(() => recordsStore(watched).list({ ...page, sort, order, ...filter }), sort);
      }
    });

    // With a filter the rows of that status are sorted: hundreds wait, not a million.
    test('requests: every sort walks its index', async () => {
      const owner = { adminId: '', isOwner: true };
      for (const order of ['asc', 'desc'] as const)
        for (const sort of ['submittedAt', 'reviewedAt'] as const)
          await expectNoWhole(
            () => requestsStore(watched).list({ ...page, sort, order }, owner, 0),
            `${sort} ${order}`,
          );
    });

    test('what is looked for every 20 s: applications that nobody was told of', async () => {
      await expectNoWhole(() => noticesStore(watched).unannounced(), 'unannounced');
      const told = db.updateTable('users').set({ announced_at: 1 });
      await told.execute();
      await expectNoWhole(() => noticesStore(watched).unannounced(), 'none of them');
      if (kind === 'PostgreSQL') return;
      // Not by an index that goes through all that are pending.
      expect(await plansOf(() => noticesStore(watched).unannounced())).toEqual([
        expect.stringContaining('users_unannounced (status=?)'),
      ]);
    });

    test('audit, jobs and mails: every sort and filter that a screen offers, near the beginning and far from it', async () => {
      for (const order of ['asc', 'desc'] as const) {
        for (const pageIndex of [2, 60]) {
          const asked = { ...page, pageIndex, order };
          for (const filter of [{}, { adminId: 'admin 3' }, { from: '1970-01-01', to: '1970-01-02' }])
            await expectNoWhole(
              () => auditLogStore(watched).list({ ...asked, ...filter }),
              JSON.stringify({ ...asked, ...filter }),
            );
          for (const filter of [{}, { state: 'failed' as const }, { kind: 'kind 3' }])
            await expectNoWhole(
              () => jobsStore(watched).list({ ...asked, ...filter }),
              JSON.stringify({ ...asked, ...filter }),
            );
          for (const state of ['sent', 'waiting'] as const)
            await expectNoWhole(
              () => mailsStore(watched).list({ ...asked, state }),
              JSON.stringify({ ...asked, state }),
            );
        }
      }
    });

    test('figures, at each scrape: by an index that holds little else', async () => {
      const figures = figuresStore(watched);
      for (const [what, ask] of Object.entries(figures) as [string, (now: number) => Promise<unknown>][])
        if (kind === 'SQLite') await expectNoWhole(() => ask(0), what);
        // Of a table that is mostly asked for it reads all, as it should: these are small.
        else await ask(0);
      if (kind === 'PostgreSQL') return;
      expect(await plansOf(() => figures.faults())).toEqual([expect.stringContaining('blobs_marked')]);
    });

    test('statistics of a span look at that span', async () => {
      const days = { from: DAY, to: 31 * DAY };
      const plans = await plansOf(() => countsStore(watched).users(days, 0));
      expect(plans).toHaveLength(3);
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|SCAN (?!.*INDEX)/);
    });
  },
);
