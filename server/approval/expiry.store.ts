import { type Db, relaxedDurability } from '../database/index.ts';
import { type Mail, postMail } from '../mail/index.ts';
import { newOrderedId } from '../shared/ids.ts';
import { askedFor } from './asked-for.store.ts';
import { type Kind, tablesOf } from './kind.store.ts';

/** Somebody whose approval, or access by a request, ends. */
export interface Ending {
  id: string;
  email: string;
  firstName: string;
  approvedUntil: number;
  /** Of a request. */
  datasetName?: string;
  slug?: string;
  /** Of a request for a dataset that asks for none any more, or is in the trash: nobody is told. */
  isQuiet?: boolean;
  /** Of mails about a request; null: nothing is known. */
  language?: string | null;
}

/** Rows of one round; the rest follow in the next. */
const AT_MOST = 200;

/**
 * Relaxed durability: no request waits for these writes, and the next round repeats what a power cut takes back
 * (docs/decisions/0016).
 */
export function expiryStore<Status extends string>(db: Db, kind: Kind<Status>) {
  const tables = tablesOf(kind);
  const held = () =>
    tables
      .subjects(db)
      .select('id')
      // `where` excludes null, which the type does not show.
      .select((eb) => eb.ref('approved_until').$castTo<number>().as('approvedUntil'))
      .where('status', '=', kind.held)
      .orderBy('approved_until')
      .limit(AT_MOST);
  type Row = { id: string; approvedUntil: number };

  /** With whom to tell; an account that is gone meanwhile is left out. */
  async function tellable(rows: Row[]): Promise<Ending[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const people: Omit<Ending, 'approvedUntil'>[] =
      kind.subjects === 'users'
        ? await db
            .selectFrom('users')
            .select(['id', 'email', 'first_name as firstName'])
            .where('id', 'in', ids)
            .execute()
        : await db
            .selectFrom('requests')
            .innerJoin('users', 'users.id', 'requests.user_id')
            .innerJoin('lineages', 'lineages.id', 'requests.lineage_id')
            .leftJoin('mail_preferences', 'mail_preferences.user_id', 'requests.user_id')
            .select(['requests.id', 'users.email', 'users.first_name as firstName'])
            .select(['lineages.name as datasetName', 'lineages.slug', 'mail_preferences.language'])
            .where('requests.id', 'in', ids)
            .execute();
    const byId = new Map(people.map((person) => [person.id, person]));
    const asked =
      kind.subjects === 'users' ? people : await askedFor(db).where('requests.id', 'in', ids).execute();
    const told = new Set(asked.map(({ id }) => id));
    return rows.flatMap(({ id, approvedUntil }) => {
      const person = byId.get(id);
      return person ? [{ ...person, approvedUntil, isQuiet: !told.has(id) }] : [];
    });
  }

  return {
    /**
     * Whom to remind: the approval ends by `before` and more than half of it has passed, so that a short approval is
     * not followed by its reminder at once.
     */
    endingBy: async (before: number, now: number): Promise<Ending[]> => {
      const rows = await held()
        .where('approved_until', '>', now)
        .where('approved_until', '<=', before)
        .where('reminded_at', 'is', null)
        .$if(kind.subjects === 'requests', (query) => query.where('id', 'in', askedFor(db)))
        .where((eb) => eb(eb('approved_until', '+', eb.ref('reviewed_at')), '<=', 2 * now))
        .execute();
      return tellable(rows);
    },

    ended: async (now: number): Promise<Ending[]> =>
      tellable(await held().where('approved_until', '<=', now).execute()),

    /** One conditional update decides which server sends the mail, so that it is sent once. */
    remind: (user: Ending, mail: Mail, now: number): Promise<void> =>
      relaxedDurability(db, async (trx) => {
        const { numUpdatedRows } = await tables
          .update(trx)
          .set({ reminded_at: now })
          .where('id', '=', user.id)
          .where('status', '=', kind.held)
          .where('approved_until', '=', user.approvedUntil)
          .where('reminded_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 1n) await postMail(trx, mail, { now });
      }),

    /** The same for the end itself, with its entry in the timeline. */
    expire: (user: Ending, mail: Mail, now: number): Promise<void> =>
      relaxedDurability(db, async (trx) => {
        const { numUpdatedRows } = await tables
          .update(trx)
          .set({ status: kind.over, status_reason: null })
          .where('id', '=', user.id)
          .where('status', '=', kind.held)
          .where('approved_until', '=', user.approvedUntil)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return;
        await tables.addStep(trx, {
          id: newOrderedId(),
          subject: user.id,
          from_status: kind.held,
          to_status: kind.over,
          reason: null,
          admin_id: null,
          // The time at which it ended, not that of this round.
          at: user.approvedUntil,
          former: '{}',
        });
        if (!user.isQuiet) await postMail(trx, mail, { now });
      }),
  };
}

export type ExpiryStore = ReturnType<typeof expiryStore<string>>;
