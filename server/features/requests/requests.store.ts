import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type {
  ListedRequest,
  listPeople,
  listRequests,
  ReviewedStatus,
} from '../../../contract/request-review.ts';
import type { RequestAnswers } from '../../../contract/requests.ts';
import { decisionsStore, identitiesOf, requestStatusNow, requests } from '../../approval/index.ts';
import { statusNow } from '../../auth/index.ts';
import { anyContains, type Db, page, type Tables } from '../../database/index.ts';
import { iso } from '../../shared/time.ts';
import { askerOf, questionsOf } from './open-request.store.ts';
import { namedBy, requestFiles } from './request-files.store.ts';

/** Who looks: an owner reviews all datasets, others those that rows name (access.md, "Requests"). */
export interface RequestReader {
  adminId: string;
  isOwner: boolean;
}

/** Columns for the keyword search: each word must occur in one of them. */
const searched = ['users.first_name', 'users.family_name', 'users.email', 'users.affiliation'] as const;
const columns = {
  submittedAt: 'requests.applied_at',
  reviewedAt: 'requests.reviewed_at',
  grantedUntil: 'requests.approved_until',
} as const;

/** By effective status: what is granted ends by itself. */
function hasStatus(status: ReviewedStatus, now: number): RawBuilder<boolean> {
  const column = sql.ref('requests.status');
  const until = sql.ref('requests.approved_until');
  if (status === 'granted') return sql`(${column} = 'granted' and (${until} is null or ${until} > ${now}))`;
  if (status === 'ended') return sql`(${column} = 'ended' or (${column} = 'granted' and ${until} <= ${now}))`;
  return sql`${column} = ${status}`;
}

/** Requests as reviewers see them: never a draft. */
export function requestsStore(db: Db) {
  /** All requests that this administrator decides on. */
  const rows = ({ adminId, isOwner }: RequestReader, from: Db | Db['inReader'] = db) => {
    const all = from
      .selectFrom('requests')
      .innerJoin('users', 'users.id', 'requests.user_id')
      .innerJoin('lineages', 'lineages.id', 'requests.lineage_id')
      .selectAll('requests')
      .select(['users.first_name', 'users.family_name', 'users.email', 'users.affiliation'])
      .select(['users.status as account_status', 'users.approved_until as account_until'])
      .select(['lineages.name', 'lineages.slug'])
      .select((eb) =>
        eb
          .selectFrom('datasets')
          .select('datasets.id')
          .whereRef('datasets.lineage_id', '=', 'lineages.id')
          .orderBy('datasets.created_at', 'desc')
          .orderBy('datasets.id', 'desc')
          .limit(1)
          .as('dataset_id'),
      )
      .select((eb) => [
        askerOf(eb).as('asker_name'),
        eb
          .selectFrom('requests as member')
          .select((one) => one.fn.countAll<number>().as('count'))
          .whereRef('member.asked_by', '=', 'requests.id')
          .as('joined'),
      ])
      .where('requests.status', '!=', 'draft');
    if (isOwner) return all;
    return all.where('requests.lineage_id', 'in', (eb) =>
      eb
        .selectFrom('dataset_reviewers')
        .select('dataset_reviewers.lineage_id')
        .where('dataset_reviewers.admin_id', '=', adminId),
    );
  };
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

  const present =
    (now: number) =>
    (row: Row): ListedRequest => ({
      id: row.id,
      userId: row.user_id,
      firstName: row.first_name,
      familyName: row.family_name,
      email: row.email,
      affiliation: row.affiliation,
      accountStatus: statusNow(row.account_status, row.account_until, now),
      datasetId: row.dataset_id ?? '',
      datasetName: row.name,
      purpose: row.purpose,
      status: requestStatusNow(row.status, row.approved_until, now) as ReviewedStatus,
      reason: row.status_reason,
      submittedAt: iso(row.applied_at ?? row.changed_at),
      reviewedAt: iso(row.reviewed_at),
      grantedUntil: iso(row.approved_until),
      askedBy: row.asked_by === null ? null : { id: row.asked_by, name: row.asker_name ?? '' },
      joined: Number(row.joined),
    });
  /** A request, and those who joined it. */
  const inGroup = (id: string) => (eb: ExpressionBuilder<Tables, 'requests'>) =>
    eb.or([eb('requests.id', '=', id), eb('requests.asked_by', '=', id)]);

  const lineageOf = async (datasetId: string): Promise<string | undefined> =>
    (await db.selectFrom('datasets').select('lineage_id').where('id', '=', datasetId).executeTakeFirst())
      ?.lineage_id;

  return {
    ...decisionsStore(db, requests),

    /** One with the language of mails about it. */
    find: (id: string, reader: RequestReader) =>
      rows(reader)
        .leftJoin('mail_preferences', 'mail_preferences.user_id', 'requests.user_id')
        .select('mail_preferences.language')
        .where('requests.id', '=', id)
        .executeTakeFirst(),

    institutions: (userId: string) => identitiesOf(db, userId),

    /** One with what was sent. */
    async one(id: string, reader: RequestReader, now: number) {
      const row = await rows(reader).where('requests.id', '=', id).executeTakeFirst();
      if (!row) return undefined;
      const answers = JSON.parse(row.answers) as RequestAnswers;
      const files = namedBy(await requestFiles(db, id), answers);
      const leader = row.asked_by ?? row.id;
      const group = await rows(reader).where(inGroup(leader)).orderBy('requests.applied_at').execute();
      return {
        request: present(now)(row),
        questions: questionsOf(row.questions),
        answers,
        files,
        group: group
          .map(present(now))
          .sort((a, b) => Number(b.id === leader) - Number(a.id === leader))
          .map((one) => ({ id: one.id, name: `${one.firstName} ${one.familyName}`, status: one.status })),
      };
    },

    async list(
      query: QueryOf<typeof listRequests>,
      reader: RequestReader,
      now: number,
    ): Promise<Page<ListedRequest>> {
      const { status, keyword, datasetId, group, sort = 'submittedAt', order = 'desc' } = query;
      const words = keyword?.split(/\s+/).filter(Boolean) ?? [];
      let found = rows(reader, db.inReader);
      if (status) found = found.where((eb) => eb.or(status.map((one) => hasStatus(one, now))));
      if (datasetId !== undefined)
        found = found.where('requests.lineage_id', '=', (await lineageOf(datasetId)) ?? '');
      if (group !== undefined) found = found.where(inGroup(group));
      for (const word of words) found = found.where(anyContains(searched, word));
      const paging = {
        ...query,
        column: columns[sort],
        order,
        nullable: sort === 'reviewedAt',
        searched: words.length > 0,
      };
      return page(found, paging, 'requests.id', present(now));
    },

    /** Who has access to a dataset; undefined where the caller is no reviewer of it. */
    async people(
      datasetId: string,
      query: QueryOf<typeof listPeople>,
      reader: RequestReader,
      now: number,
    ): Promise<Page<ListedRequest> | undefined> {
      const lineageId = await lineageOf(datasetId);
      if (lineageId === undefined || !(await this.reviews(lineageId, reader))) return undefined;
      const { sort = 'reviewedAt', order = 'desc' } = query;
      const found = rows(reader, db.inReader)
        .where('requests.lineage_id', '=', lineageId)
        .where(hasStatus('granted', now));
      const paging = { ...query, column: columns[sort], order, nullable: true };
      return page(found, paging, 'requests.id', present(now));
    },

    /** Whether somebody decides on a lineage's requests. */
    async reviews(lineageId: string, { adminId, isOwner }: RequestReader): Promise<boolean> {
      if (isOwner) return true;
      const row = await db
        .selectFrom('dataset_reviewers')
        .select('id')
        .where('admin_id', '=', adminId)
        .where('lineage_id', '=', lineageId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The datasets whose requests somebody decides on, by name, with how many wait. */
    async queue({ adminId, isOwner }: RequestReader) {
      let found = db
        .selectFrom('lineages')
        .select(['lineages.id', 'lineages.name'])
        .select((eb) => [
          eb
            .selectFrom('requests')
            .select((one) => one.fn.countAll<number>().as('count'))
            .whereRef('requests.lineage_id', '=', 'lineages.id')
            .where('requests.status', '=', 'pending')
            .as('waiting'),
          eb
            .selectFrom('datasets')
            .select('datasets.id')
            .whereRef('datasets.lineage_id', '=', 'lineages.id')
            .orderBy('datasets.created_at', 'desc')
            .orderBy('datasets.id', 'desc')
            .limit(1)
            .as('dataset_id'),
        ]);
      found = isOwner
        ? found.where((eb) =>
            eb.or([
              eb('lineages.asks_request', '=', 1),
              eb.exists(
                eb
                  .selectFrom('requests')
                  .select('requests.id')
                  .whereRef('requests.lineage_id', '=', 'lineages.id')
                  .where('requests.status', '!=', 'draft'),
              ),
            ]),
          )
        : found.where('lineages.id', 'in', (eb) =>
            eb.selectFrom('dataset_reviewers').select('lineage_id').where('admin_id', '=', adminId),
          );
      const lineages = await found.orderBy('lineages.name').orderBy('lineages.id').execute();
      return lineages.map((row) => ({
        datasetId: row.dataset_id ?? '',
        name: row.name,
        waiting: Number(row.waiting),
      }));
    },
  };
}

/** A request with who asks and for which dataset. */
export type FoundRequest = NonNullable<Awaited<ReturnType<RequestsStore['find']>>>;
export type RequestsStore = ReturnType<typeof requestsStore>;
