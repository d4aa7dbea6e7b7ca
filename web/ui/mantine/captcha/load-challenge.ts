import type { Challenge } from 'altcha-lib/types';
import { call } from '../../../api/call.ts';

/**
 * The challenge of getCaptcha, which the contract hands on as the library made it. The contract's file is fetched
 * only now: its schemas bring all of zod, and the sign-in page needs a check only after many failures.
 */
export async function loadChallenge(): Promise<Challenge> {
  const { getCaptcha } = await import('../../../../contract/account.ts');
  return (await call(getCaptcha)) as unknown as Challenge;
}
