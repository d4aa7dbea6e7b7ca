import { type InstitutionSignInsTable, isDuplicate, type Queries } from '../../database/index.ts';

export type SignInRow = InstitutionSignInsTable;

/**
 * Why a link was not made: the person belongs to another account, was suspended under one, the ticket is used, or the
 * code of the administrator's second factor is wrong.
 */
export type NotLinked = 'taken' | 'suspended' | 'over' | 'code';

/** Rolls a transaction back, and says why. */
export class Refused extends Error {
  readonly why: NotLinked;
  constructor(why: NotLinked) {
    super(why);
    this.why = why;
  }
}

export async function orRefused<T>(work: () => Promise<T>): Promise<T | NotLinked> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error.why;
    if (isDuplicate(error)) return 'taken';
    throw error;
  }
}

/** Of concurrent uses of one ticket one wins (threat 11). */
export async function spendTicket(trx: Queries, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('institution_sign_ins')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows !== 1n) throw new Refused('over');
}
