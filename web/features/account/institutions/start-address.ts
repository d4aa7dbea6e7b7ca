import { startSignIn } from '../../../../contract/institutions.ts';
import { fillPath, queryString } from '../../../api/address.ts';

/** Longer ones are dropped: the sign-in works without. */
const LONGEST = 1_000;

/** The link that begins a sign-in with an institution, and returns to `redirect`. */
export const startAddress = (id: string, redirect: string | null): string =>
  fillPath(startSignIn.path, { id }) +
  queryString(redirect === null || redirect.length > LONGEST ? {} : { redirect });
