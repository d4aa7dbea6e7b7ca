import type { register, sendValidCode } from '../../../contract/account.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import {
  type Captchas,
  checkStrength,
  hashPassword,
  type MailedCodes,
  type UserCaller,
} from '../../auth/index.ts';
import { alreadyRegisteredMail, codeMail } from '../../mail/index.ts';
import type { AccountStore } from './account.store.ts';

interface Dependencies {
  store: AccountStore;
  captchas: Captchas;
  codes: MailedCodes;
  /** Name and public URL for mails. */
  site: () => Promise<{ name: string; publicUrl: string }>;
  now: () => number;
}

/** Registration, up to the pending application. */
export function accountService(given: Dependencies) {
  const { store, captchas, codes, now } = given;

  return {
    /**
     * The response is the same for every well-formed address, registered or not; over the address's limit nothing more
     * is sent and earlier codes stay valid (decisions §2).
     * @throws AppError 400 for a wrong captcha
     */
    async sendValidCode(
      { email, purpose, captcha }: BodyOf<typeof sendValidCode>,
      ip: string,
    ): Promise<void> {
      await captchas.check(captcha);
      if (await codes.isOverLimit(email, ip)) return;
      const registered = await store.isRegistered(email);
      const site = await given.site();
      const useful = registered === (purpose === 'reset');
      const unwanted = registered && !useful;
      // A reset for an unknown address: the same work, but the mail is not sent (threat 22).
      const leaves = useful || unwanted;
      const mail = (code: string) =>
        unwanted ? alreadyRegisteredMail(site, email) : codeMail(site, email, purpose, code);
      await codes.send({ email, purpose, mail, useful, leaves }, ip);
    },

    /**
     * Sends a signed-in user a code to their own address, for what needs a proof of who they are. Over the address's
     * limit nothing more is sent and earlier codes stay valid.
     */
    async sendOwnCode({ email }: Pick<UserCaller, 'email'>, ip: string): Promise<void> {
      if (await codes.isOverLimit(email, ip)) return;
      const site = await given.site();
      const mail = (code: string) => codeMail(site, email, 'confirm', code);
      await codes.send({ email, purpose: 'confirm', mail, useful: true, leaves: true }, ip);
    },

    /** @throws AppError 400 for a wrong code, or for a weak password, after which the code is still valid */
    async register(body: BodyOf<typeof register>): Promise<{ status: 'pending' | 'approved' }> {
      // Checked first: the password threads work only for a proven address (threat 34).
      const codeId = await codes.find(body.email, 'register', body.validCode);
      if (codeId === undefined) throw codes.wrong();
      const personal = [body.email, body.firstName, body.familyName, body.affiliation];
      await checkStrength(body.password, personal, 'user');
      const passwordHash = await hashPassword(body.password, 'user');
      const status = await store.register(
        codeId,
        {
          email: body.email,
          passwordHash,
          firstName: body.firstName,
          familyName: body.familyName,
          affiliation: body.affiliation,
          purpose: body.purpose,
          country: body.country ?? null,
        },
        now(),
      );
      if (!status) throw codes.wrong();
      // A suspension is disclosed only to the signed-in owner of the address.
      return { status: status === 'approved' ? 'approved' : 'pending' };
    },

    async captcha() {
      return captchas.challenge();
    },
  };
}
