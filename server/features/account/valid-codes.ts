import { createHmac } from 'node:crypto';
import { invalid } from '../../shared/errors.ts';
import type { AccountStore, CodePurpose } from './account.store.ts';

/** Codes sent by mail. They are short: their hashes need a key that is not in the table. */
export function validCodes(store: AccountStore, key: string, now: () => number) {
  const hash = (email: string, code: string): string =>
    createHmac('sha256', key).update(`${email}\n${code}`).digest('hex');

  return {
    hash,

    /** Pseudonym of a requester's IP address: distinguishable, but not stored in clear. */
    asker: (address: string): string => createHmac('sha256', key).update(`asker\n${address}`).digest('hex'),

    /**
     * The id of the entered code; undefined when none matches, which costs each open code an attempt (threat 10). It
     * stays valid until it is consumed.
     */
    find: (email: string, purpose: CodePurpose, entered: string): Promise<string | undefined> =>
      store.judgeCode(email, purpose, hash(email, entered.replace(/\s/g, '')), now()),

    wrong: () =>
      invalid(
        'validCode',
        'This code is wrong or no longer good. Ask for a new one if it was sent over 10 minutes ago.',
      ),
  };
}

export type ValidCodes = ReturnType<typeof validCodes>;
