import type { Queries } from '../database/index.ts';
import { forgetSubject, noteSubject } from './address-history.store.ts';

/** A user's linked institutions, with what their providers vouch for. */
export async function identitiesOf(db: Queries, userId: string) {
  const rows = await db
    .selectFrom('linked_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    issuer: row.issuer,
    subject: row.subject,
    affiliation: row.affiliation,
    domains: row.domains.split(' ').filter(Boolean),
    linkedAt: row.linked_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** As reviewers see them: what a provider vouches for, under its name. */
export const vouchedFor = (
  identities: Awaited<ReturnType<typeof identitiesOf>>,
  institutionName: (issuer: string) => string,
) =>
  identities.map(({ issuer, subject, affiliation }) => ({
    institution: institutionName(issuer),
    subject,
    affiliation,
  }));

/** Records a suspension for whatever the user has linked, or takes the record back. */
export async function markIdentities(
  trx: Queries,
  addressKey: string,
  userId: string,
  isSuspended: boolean,
  now: number,
): Promise<void> {
  for (const identity of await identitiesOf(trx, userId)) {
    if (isSuspended) await noteSubject(trx, addressKey, identity, 'suspended', now);
    else await forgetSubject(trx, addressKey, identity, 'suspended');
  }
}
