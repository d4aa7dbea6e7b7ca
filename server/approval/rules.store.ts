import type { UserStatus } from '../../contract/session.ts';
import { enMails } from '../../texts/en.ts';
import type { Queries } from '../database/index.ts';
import { decisionMail, postMail, type Site } from '../mail/index.ts';
import { newOrderedId } from '../shared/ids.ts';
import { isNoted, noteAddress } from './address-history.store.ts';
import type { PolicyStore } from './policy.store.ts';
import { endOf, isListed } from './rules.ts';

interface Dependencies {
  policies: PolicyStore;
  /** Of the marks on addresses. */
  addressKey: string;
  site: (queries: Queries) => Promise<Site>;
}

/** Somebody whose application has just become pending, in the same transaction. */
export interface Applicant {
  id: string;
  email: string;
  firstName: string;
  /** `first`: registering; `again`: the account was there before. */
  applies: 'first' | 'again';
}

/** What the rules make of an application before a person sees it (decisions §3). */
export function approvalRules({ policies, addressKey, site }: Dependencies) {
  async function decide(
    trx: Queries,
    applicant: Applicant,
    to: { status: UserStatus; reason: string | null; until: number | null },
    now: number,
  ): Promise<UserStatus> {
    await trx
      .updateTable('users')
      .set({ status: to.status, status_reason: to.reason, reviewed_at: now, approved_until: to.until })
      .where('id', '=', applicant.id)
      .execute();
    await trx
      .insertInto('reviews')
      .values({
        id: newOrderedId(),
        user_id: applicant.id,
        from_status: 'pending',
        to_status: to.status,
        reason: to.reason,
        admin_id: null,
        at: now,
        undone_at: null,
        former: '{}',
      })
      .execute();
    return to.status;
  }

  return {
    /**
     * Takes an application further inside the caller's transaction, or leaves it pending: a suspended address stays
     * suspended whatever account it comes with, and a listed one is approved, once per address.
     * @returns the status that the applicant has now
     */
    async settle(trx: Queries, applicant: Applicant, now: number): Promise<UserStatus> {
      const { email } = applicant;
      if (await isNoted(trx, addressKey, email, 'suspended')) {
        if (applicant.applies === 'again') return 'pending';
        const reason = enMails.reasons.suspendedBefore;
        return decide(trx, applicant, { status: 'suspended', reason, until: null }, now);
      }
      const policy = await policies.read(trx);
      if (!isListed(policy, email)) return 'pending';
      if (!(await noteAddress(trx, addressKey, email, 'approved by rule', now))) return 'pending';
      const until = endOf(policy, now);
      const mail = decisionMail(await site(trx), applicant, 'approved', null, until);
      if (mail) await postMail(trx, mail, { now });
      return decide(trx, applicant, { status: 'approved', reason: null, until }, now);
    },
  };
}

/** See `approvalRules`. */
export type Settle = ReturnType<typeof approvalRules>['settle'];
