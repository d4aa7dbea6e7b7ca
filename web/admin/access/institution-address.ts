import { startAdminSignIn } from '../../../contract/admin-institutions.ts';
import { fillPath, queryString } from '../../api/address.ts';

/** Longer ones are dropped: the sign-in works without. */
const LONGEST = 1_000;

/** The link that begins an administrator's sign-in with an institution, or links it while they are signed in. */
export const institutionAddress = (
  id: string,
  to: 'sign-in' | 'link',
  redirect: string | null = null,
): string =>
  fillPath(startAdminSignIn.path, { id }) +
  queryString({ to, ...(redirect === null || redirect.length > LONGEST ? {} : { redirect }) });
