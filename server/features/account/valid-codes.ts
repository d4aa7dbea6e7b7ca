import { createHmac } from 'node:crypto';
import { invalid } from '../../shared/errors.ts';
import type { AccountStore, CodePurpose } from './account.store.ts';

/** Codes by mail. They are short: their hashes need a key that is not in the table. */
export function validCodes(store: AccountStore, key: string, now: () => number) {
  const hash = (email: string, code: string): string =>
    createHmac('sha256', key).update(`${email}\n${code}`).digest('hex');

  return {
    hash,

    /** Who asks for codes, by the network address: told apart, and not kept. */
    asker: (address: string): string => createHmac('sha256', key).update(`asker\n${address}`).digest('hex'),

    /**
     * The id of the code that was entered; undefined when none is right, which uses up a try of each (threat 10). The
     * right one stays good until it is used.
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
