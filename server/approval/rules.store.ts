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
  /** Key of the hashed addresses. */
  addressKey: string;
  site: (queries: Queries) => Promise<Site>;
}

/** A user whose application became pending in the same transaction. */
export interface Applicant {
  id: string;
  email: string;
  firstName: string;
  /** `first`: at registration; `again`: of an existing account. */
  applies: 'first' | 'again';
}

/** Applies the approval rules to an application before an administrator sees it (decisions §3). */
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
     * Decides an application within the caller's transaction, or leaves it pending: a suspended address stays suspended
     * under any account, and a listed one is approved once.
     * @returns the applicant's new status
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
