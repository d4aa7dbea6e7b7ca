import type { ReactNode } from 'react';
import { t } from '#texts';
import type { VouchedInstitution } from '../../../contract/user-review.ts';

const words = t.admin.users;

/** What providers vouch for, apart from what the person wrote: a row for each. */
export function vouchedFacts(institutions: readonly VouchedInstitution[]): [string, ReactNode][] {
  const said = Map.groupBy(institutions, ({ institution }) => institution);
  return [...said].map(([institution, links]) => [
    words.vouchedBy(institution),
    links.map(({ affiliation, subject }) => affiliation || words.vouchedWho(subject)).join('; '),
  ]);
}
