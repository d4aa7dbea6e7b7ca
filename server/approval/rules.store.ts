import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import type { UserStatus } from '../../contract/session.ts';
import { enMails } from '../../texts/en.ts';
import type { Queries } from '../database/index.ts';
import { decisionMail, postMail, type Site } from '../mail/index.ts';
import { newOrderedId } from '../shared/ids.ts';
import { isNoted, isSubjectNoted, noteAddress, noteSubject } from './address-history.store.ts';
import { identitiesOf } from './linked-identities.store.ts';
import type { PolicyStore } from './policy.store.ts';
import { endOf, isListed, isVouchedFor } from './rules.ts';

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

  type Identities = Awaited<ReturnType<typeof identitiesOf>>;

  async function isSuspended(trx: Queries, email: string, identities: Identities): Promise<boolean> {
    if (await isNoted(trx, addressKey, email, 'suspended')) return true;
    for (const identity of identities)
      if (await isSubjectNoted(trx, addressKey, identity, 'suspended')) return true;
    return false;
  }

  /** Whether a rule approves the applicant: once per address, and once per institution that vouches for them. */
  async function isApproved(
    trx: Queries,
    policy: ApprovalPolicy,
    email: string,
    identities: Identities,
    now: number,
  ): Promise<boolean> {
    const listed = isListed(policy, email);
    const vouching = listed ? [] : identities.filter(({ domains }) => isVouchedFor(policy, domains));
    if (!listed && vouching.length === 0) return false;
    let first = await noteAddress(trx, addressKey, email, 'approved by rule', now);
    for (const identity of vouching)
      first = (await noteSubject(trx, addressKey, identity, 'approved by rule', now)) && first;
    return first;
  }

  return {
    /**
     * Decides an application within the caller's transaction, or leaves it pending: a suspended address or institution
     * stays suspended under any account, and a listed one is approved once.
     * @returns the applicant's new status
     */
    async settle(trx: Queries, applicant: Applicant, now: number): Promise<UserStatus> {
      const { email } = applicant;
      const identities = await identitiesOf(trx, applicant.id);
      if (await isSuspended(trx, email, identities)) {
        if (applicant.applies === 'again') return 'pending';
        const reason = enMails.reasons.suspendedBefore;
        return decide(trx, applicant, { status: 'suspended', reason, until: null }, now);
      }
      const policy = await policies.read(trx);
      if (!(await isApproved(trx, policy, email, identities, now))) return 'pending';
      const until = endOf(policy, now);
      const mail = decisionMail(await site(trx), applicant, 'approved', null, until);
      if (mail) await postMail(trx, mail, { now });
      return decide(trx, applicant, { status: 'approved', reason: null, until }, now);
    },
  };
}

/** See `approvalRules`. */
export type Settle = ReturnType<typeof approvalRules>['settle'];
