import type { BodyOf } from '../../../contract/endpoint.ts';
import type { addToken, deleteAccount, PersonalToken } from '../../../contract/own-account.ts';
import type { OwnProofCheck, PersonalTokens, StoredToken } from '../../auth/index.ts';
import { AppError } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';
import type { ExportStore } from './export.store.ts';
import type { OwnAccountStore } from './own-account.store.ts';

interface Dependencies {
  store: OwnAccountStore;
  exports: ExportStore;
  tokens: PersonalTokens;
  ownProof: OwnProofCheck;
  now: () => number;
}

const present = (token: StoredToken): PersonalToken => ({
  id: token.id,
  name: token.name,
  scope: 'download',
  createdAt: iso(token.createdAt),
  expiresAt: iso(token.expiresAt),
  lastUsedAt: iso(token.lastUsedAt),
});

const signInFirst = () => new AppError(401, 'Please sign in first.');

/** Operations on the caller's own account: tokens, export, deletion. */
export function ownAccountService({ store, exports, tokens, ownProof, now }: Dependencies) {
  return {
    /** @throws AppError 404 when the caller has no such session */
    async endSession(userId: string, sessionId: string): Promise<void> {
      if (!(await store.endSession(userId, sessionId, now())))
        throw new AppError(404, 'This session has ended already.');
    },

    async tokens(userId: string): Promise<PersonalToken[]> {
      return (await tokens.list(userId)).map(present);
    },

    /** @throws AppError 400 for a wrong password, 409 at the limit of tokens */
    async addToken(
      userId: string,
      body: BodyOf<typeof addToken>,
    ): Promise<PersonalToken & { token: string }> {
      const { name, expiresInDays, ...proof } = body;
      const { passwordHash, spend } = await ownProof(userId, proof);
      await spend();
      const made = await tokens.add({ id: userId, passwordHash }, name, expiresInDays);
      return { ...present(made), token: made.token };
    },

    /** All personal data as one JSON document. */
    async export(userId: string): Promise<string> {
      const kept = await exports.read(userId, now());
      if (!kept) throw signInFirst();
      return `${JSON.stringify(kept, undefined, 2)}\n`;
    },

    /** @throws AppError 400 for a wrong password */
    async remove(userId: string, proof: BodyOf<typeof deleteAccount>): Promise<void> {
      const { passwordHash, spend } = await ownProof(userId, proof);
      await spend();
      if (!(await store.remove(userId, passwordHash, now()))) throw signInFirst();
    },
  };
}

export type OwnAccountService = ReturnType<typeof ownAccountService>;
