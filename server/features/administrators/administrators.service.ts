import type { Administrator } from '../../../contract/administrators.ts';
import type { AdminCaller, Changed, Note } from '../../auth/index.ts';
import { AppError, conflict, notFound } from '../../shared/errors.ts';
import type { AdministratorChange, AdministratorsStore, Refusal } from './administrators.store.ts';

const words: Record<Refusal, () => AppError> = {
  'not found': () => notFound('This administrator'),
  'caller lost the right': () =>
    new AppError(403, 'Your own role was changed meanwhile. Please sign in again.'),
  'last owner': () => conflict('This is the last owner. Make somebody else an owner first.'),
};

/** Administration of administrators (decisions §2). */
export function administratorsService(store: AdministratorsStore, now: () => number) {
  return {
    /** @throws AppError 409 for the caller's own account and for the last owner */
    async update(
      id: string,
      change: AdministratorChange,
      caller: AdminCaller,
      note: Note<Changed<Administrator>>,
    ): Promise<Administrator> {
      if (change.role === undefined && change.disabled === undefined) {
        throw new AppError(400, 'Say what to change: the role, or whether the account is disabled.');
      }
      if (id === caller.id) throw conflict('Nobody changes their own role or disables themselves.');
      const done = await store.update(id, change, caller, now(), note);
      if (typeof done === 'string') throw words[done]();
      return done;
    },
  };
}

export type AdministratorsService = ReturnType<typeof administratorsService>;
