import { applyingStore, hashAddress, requests } from '../../approval/index.ts';
import { hashToken, newToken } from '../../auth/index.ts';
import { advisoryLock, type Db, onPostgres, type Queries, type RequestsTable } from '../../database/index.ts';
import { type Mail, postMail } from '../../mail/index.ts';
import { newId } from '../../shared/ids.ts';
import type { TextCipher } from '../../shared/text-cipher.ts';
import { DAY } from '../../shared/time.ts';
import { answersTo } from './answers.ts';
import { findAsker, type GroupAsker, type OpenInvitation, openInvitation } from './group-reading.store.ts';
import {
  type Asker,
  type Asking,
  contentOf,
  type OpenRequest,
  openRequest,
  questionsOf,
  sent,
  withoutFiles,
} from './open-request.store.ts';
import { keepOnly } from './request-files.store.ts';

interface Dependencies {
  db: Db;
  /** Of mails with a link. */
  cipher: TextCipher;
  /** The secret named `address`. */
  addressKey: string;
  now: () => number;
}

interface Limits {
  mailsPerDay: number;
  /** ms that a link is good. */
  life: number;
}

/** How many addresses a request has asked, the given ones included; and when, in the last day, its sender asked whom. */
export interface AskedBefore {
  byRequest: number;
  lastDay: number[];
}

/** Seats in groups: who is asked to join a request, who did (access.md, "Requests"). */
export function groupsStore({ db, cipher, addressKey, now }: Dependencies) {
  const applying = applyingStore(db, requests);

  /** When another mail to an address may leave, whoever asks for it. */
  async function leavesAt(trx: Queries, hash: string, most: number): Promise<number> {
    const row = await trx
      .selectFrom('group_invitations')
      .select('leaves_at')
      .where('address_hash', '=', hash)
      .orderBy('leaves_at', 'desc')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst();
    return Math.max(now(), row ? row.leaves_at + DAY : 0);
  }

  /** One address: the same statements whoever it belongs to, and whatever they answered (threat 22). */
  async function ask(
    trx: Queries,
    requestId: string,
    address: string,
    mailOf: (address: string, token: string, until: number) => Mail,
    { mailsPerDay, life }: Limits,
  ): Promise<void> {
    const hash = hashAddress(addressKey, address);
    const former = await trx
      .selectFrom('group_invitations')
      .select(['token_hash', 'leaves_at', 'expires_at', 'answer'])
      .where('request_id', '=', requestId)
      .where('address_hash', '=', hash)
      .executeTakeFirst();
    const leaves = !former || (former.answer === null && former.expires_at <= now());
    const notBefore = await leavesAt(trx, hash, mailsPerDay);
    const token = newToken();
    const tokenHash = hashToken(token);
    const link = leaves
      ? { token_hash: tokenHash, leaves_at: notBefore, expires_at: notBefore + life }
      : { token_hash: former.token_hash, leaves_at: former.leaves_at, expires_at: former.expires_at };
    const known = { ...link, asked_at: now() };
    await trx
      .insertInto('group_invitations')
      .values({ id: newId(), request_id: requestId, address_hash: hash, ...known, answer: null })
      .onConflict((same) => same.columns(['request_id', 'address_hash']).doUpdateSet(known))
      .execute();
    const mail = mailOf(address, token, notBefore + life);
    // Under the hash of its link, by which it is found when the asker's account goes before it has left.
    await postMail(trx, mail, { id: tokenHash, now: now(), notBefore, leaves, unnamed: true, cipher });
  }

  async function askedBefore(
    trx: Queries,
    userId: string,
    requestId: string,
    hashes: readonly string[],
  ): Promise<AskedBefore> {
    const rows = await trx
      .selectFrom('group_invitations')
      .innerJoin('requests', 'requests.id', 'group_invitations.request_id')
      .select(['request_id', 'address_hash', 'asked_at'])
      .where('requests.user_id', '=', userId)
      .execute();
    const own = rows.filter((row) => row.request_id === requestId).map((row) => row.address_hash);
    return {
      byRequest: new Set([...own, ...hashes]).size,
      lastDay: rows.map(({ asked_at }) => asked_at).filter((at) => at > now() - DAY),
    };
  }

  /** Of concurrent answers to one link one wins. */
  async function answered(trx: Queries, id: string, answer: 'accepted' | 'declined'): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('group_invitations')
      .set({ answer })
      .where('id', '=', id)
      .where('answer', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  /** What the asker has sent, but its documents, becomes this person's request. */
  async function join(
    trx: Queries,
    leader: RequestsTable,
    { row, status, isNew }: OpenRequest,
  ): Promise<boolean> {
    const from = status === 'draft' ? null : status;
    if (!(await applying.apply(trx, row, { from, message: null, now: now() }))) return false;
    const { purpose, answers } = sent(leader);
    const questions = withoutFiles(questionsOf(leader.questions));
    const taken = answersTo(questions, answers);
    // What they typed or sent themselves before stays theirs, with its documents.
    const draft = isNew ? null : (row.draft ?? JSON.stringify(sent(row)));
    await trx
      .updateTable('requests')
      .set({
        asked_by: leader.id,
        purpose,
        answers: JSON.stringify(taken),
        questions: JSON.stringify(questions),
        changed_at: now(),
        draft,
      })
      .where('id', '=', row.id)
      .execute();
    await keepOnly(trx, row.id, [taken, contentOf({ ...row, draft }).answers]);
    return true;
  }

  return {
    find: (of: Asking) => findAsker(db, of, now()),

    /** Those who joined a request, the first first. */
    seats: (requestId: string) =>
      db
        .selectFrom('requests')
        .innerJoin('users', 'users.id', 'requests.user_id')
        .select(['requests.status', 'requests.approved_until', 'requests.applied_at'])
        .select(['first_name', 'family_name'])
        .where('asked_by', '=', requestId)
        .orderBy('requests.applied_at')
        .orderBy('requests.id')
        .execute(),

    /**
     * Asks these people, or throws.
     * @param check of the asker and what they asked before; gives the request that is joined
     */
    ask: (
      of: Asking,
      addresses: readonly string[],
      limits: Limits,
      check: (found: GroupAsker | undefined) => { row: RequestsTable; mailOf: Parameters<typeof ask>[3] },
      assertBelow: (before: AskedBefore) => void,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { row, mailOf } = check(await findAsker(trx, of, now(), true));
        const hashes = addresses.map((address) => hashAddress(addressKey, address));
        assertBelow(await askedBefore(trx, of.userId, row.id, hashes));
        // Others may ask the same people at this moment. In order, against deadlocks.
        for (const hash of hashes.toSorted()) await advisoryLock(trx, `invitation of ${hash}`);
        for (const address of addresses) await ask(trx, row.id, address, mailOf, limits);
      }),

    opened: (token: string) => openInvitation(db, token, now()),

    decline: (id: string): Promise<boolean> => answered(db, id, 'declined'),

    /**
     * Takes a seat.
     * @param check of the invitation and the own request, or throws
     * @returns false when the invitation or the request has changed meanwhile
     */
    accept: (
      token: string,
      userId: string,
      check: (leader: OpenInvitation | undefined) => OpenInvitation & { dataset_id: string },
      assertMayJoin: (request: OpenRequest & { user: Asker }) => void,
    ): Promise<{ datasetId: string } | undefined> =>
      db
        .transaction()
        .execute(async (trx) => {
          const found = check(await openInvitation(trx, token, now()));
          const { dataset_id: datasetId } = found;
          // The asker's deletion, which lets go of those who joined, waits; or it was first.
          const leader = await trx
            .selectFrom('requests')
            .selectAll()
            .where('id', '=', found.id)
            .$if(onPostgres(trx), (query) => query.forShare())
            .executeTakeFirst();
          if (!leader) throw new Overtaken();
          const own = await openRequest(trx, { datasetId, userId }, now());
          assertMayJoin(own);
          if (!(await answered(trx, found.invitation_id, 'accepted'))) throw new Overtaken();
          if (!(await join(trx, leader, own))) throw new Overtaken();
          return { datasetId };
        })
        .catch((error: unknown) => {
          if (error instanceof Overtaken) return undefined;
          throw error;
        }),
  };
}

/** Undoes the transaction. */
class Overtaken extends Error {}

export type GroupsStore = ReturnType<typeof groupsStore>;
