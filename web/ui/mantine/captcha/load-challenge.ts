import type { Challenge } from 'altcha-lib/types';
import { call } from '../../../api/call.ts';

/**
 * The challenge of getCaptcha. The contract is imported lazily: its schemas bring all of zod, and the sign-in page
 * needs a captcha only after many failures.
 */
export async function loadChallenge(): Promise<Challenge> {
  const { getCaptcha } = await import('../../../../contract/account.ts');
  return (await call(getCaptcha)) as unknown as Challenge;
}
