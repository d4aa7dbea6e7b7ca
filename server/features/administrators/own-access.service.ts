import {
  type AdminCaller,
  checkStrength,
  enrolment,
  hashPassword,
  type Note,
  type OwnAdminProof,
  type SecondFactor,
} from '../../auth/index.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import type { OwnAccessStore } from './own-access.store.ts';

interface Dependencies {
  store: OwnAccessStore;
  secondFactor: SecondFactor;
  site: () => Promise<{ name: string }>;
  ownAdminProof: OwnAdminProof;
  now: () => number;
}

const wrongCode = () => invalid('code', 'This code is wrong or was used already. Wait for the next one.');

/** An administrator's own password and second factor. */
export function ownAccessService(given: Dependencies) {
  const { store, secondFactor, now } = given;
  const { limited } = given.ownAdminProof;

  return {
    async totp({ id }: AdminCaller) {
      const { totp_secret } = await store.find(id);
      const enabled = totp_secret !== null;
      return { enabled, recoveryCodesLeft: enabled ? await secondFactor.codesLeft(id) : 0 };
    },

    /**
     * @throws AppError 400 for a wrong password, 409 when a second factor is on: replacing it needs a code of it first
     */
    async beginTotp(caller: AdminCaller, password: string, note: Note<void>) {
      await given.ownAdminProof.password(caller.id, password, 'password');
      const secret = await secondFactor.begin(caller.id, note);
      if (secret === undefined) throw conflict('Two-step sign-in is on already. Turn it off first.');
      const { name } = await given.site();
      return { secret, ...enrolment(secret, name, caller.username) };
    },

    /** @returns the recovery codes */
    async confirmTotp(caller: AdminCaller, code: string, note: Note<void>): Promise<string[]> {
      const { id } = caller;
      const { totp_pending } = await store.find(id);
      if (totp_pending === null) throw conflict('Begin setting up two-step sign-in first.');
      let recoveryCodes: string[] | undefined;
      await limited(caller.id, async (allowed) => {
        recoveryCodes = await secondFactor.confirm(id, totp_pending, code, async (trx) => {
          await allowed(trx);
          await note(trx);
        });
        return recoveryCodes !== undefined;
      });
      if (!recoveryCodes) throw wrongCode();
      return recoveryCodes;
    },

    async disableTotp(caller: AdminCaller, password: string, code: string, note: Note<void>): Promise<void> {
      const { id } = caller;
      await given.ownAdminProof.password(caller.id, password, 'password');
      const { totp_secret } = await store.find(id);
      if (totp_secret === null) throw conflict('Two-step sign-in is not on.');
      const isOff = await limited(caller.id, (allowed) =>
        secondFactor.disable(id, totp_secret, code, async (trx) => {
          await allowed(trx);
          await note(trx);
        }),
      );
      if (!isOff) throw wrongCode();
    },

    /** Ends all other sessions of the caller. @throws AppError 400 for a wrong old or a weak new password */
    async changePassword(
      caller: AdminCaller,
      passwords: { oldPassword: string; newPassword: string },
      note: Note<void>,
    ): Promise<void> {
      const formerHash = await given.ownAdminProof.password(caller.id, passwords.oldPassword, 'oldPassword');
      await checkStrength(passwords.newPassword, [caller.username, caller.name], 'admin', 'newPassword');
      const hash = await hashPassword(passwords.newPassword, 'admin');
      const change = { hash, formerHash };
      if (!(await store.setPassword(caller.id, change, caller.tokenHash, now(), note))) {
        throw conflict('The password was changed meanwhile. Please sign in again.');
      }
    },
  };
}

export type OwnAccessService = ReturnType<typeof ownAccessService>;
