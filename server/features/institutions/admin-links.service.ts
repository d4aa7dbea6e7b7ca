import type { addAdminLink, listAdminLinks } from '../../../contract/admin-institutions.ts';
import type { BodyOf, DataOf } from '../../../contract/endpoint.ts';
import type { AdminCaller, Audit, OwnAdminProof, SecondFactor } from '../../auth/index.ts';
import { AppError, invalid, notFound } from '../../shared/errors.ts';
import type { Institution } from '../../shared/institutions.ts';
import { iso } from '../../shared/time.ts';
import type { AdminIdentitiesStore } from './admin-identities.store.ts';
import type { AdminSignInsService } from './admin-sign-ins.service.ts';
import { assertLinked } from './refusals.ts';
import type { NotLinked } from './spend-ticket.store.ts';

interface Dependencies {
  store: AdminIdentitiesStore;
  /** Those that `OIDC_ADMINS` names. */
  institutions: readonly Institution[];
  nameOf: (issuer: string) => string;
  ticketed: AdminSignInsService['ticketed'];
  secondFactor: SecondFactor;
  ownAdminProof: OwnAdminProof;
  now: () => number;
}

/** The institutions that a signed-in administrator has linked. */
export function adminLinksService(given: Dependencies) {
  const { store, institutions, nameOf, ticketed, secondFactor, ownAdminProof, now } = given;

  const administrator = async ({ id }: AdminCaller) => {
    const admin = await store.administrator(id);
    if (!admin) throw new AppError(401, 'Please sign in first.');
    return admin;
  };

  return {
    async list(caller: AdminCaller): Promise<DataOf<typeof listAdminLinks>> {
      const { totp_secret } = await administrator(caller);
      const links = await store.list(caller.id);
      return {
        totp: totp_secret !== null,
        links: links.map(({ id, issuer, subject, linked_at, last_used_at }) => ({
          id,
          institution: nameOf(issuer),
          subject,
          works: institutions.some((one) => one.issuer === issuer),
          linkedAt: iso(linked_at),
          lastUsedAt: iso(last_used_at),
        })),
        institutions: institutions.map(({ id, name }) => ({ id, name })),
      };
    },

    /** @throws AppError 400 for a wrong password or code, 403 without a second factor, 409, 429 */
    async add(
      caller: AdminCaller,
      { ticket, password, totp }: BodyOf<typeof addAdminLink>,
      audit: Audit,
    ): Promise<void> {
      const row = await ticketed(ticket, 'admin-link');
      const passwordHash = await ownAdminProof.password(caller.id, password, 'password');
      const { totp_secret: secret } = await administrator(caller);
      if (secret === null && row.second_factor !== 1) {
        throw new AppError(
          403,
          'The institution asked you for no second factor. Turn two-step sign-in on first.',
        );
      }
      if (secret !== null && !totp) {
        throw invalid('totp', 'Enter the code of your authenticator app, or a recovery code.');
      }
      let why: NotLinked | undefined;
      await ownAdminProof.limited(caller.id, async (allowed) => {
        why = await store.link(
          { id: caller.id, passwordHash },
          row,
          now(),
          async (trx) => {
            if (secret !== null && !(await secondFactor.take(trx, caller.id, secret, totp ?? '')))
              return false;
            await allowed(trx);
            return true;
          },
          (trx) =>
            audit(trx, { subject: caller.username, after: { issuer: row.issuer, subject: row.subject } }),
        );
        return why !== 'code';
      });
      assertLinked(why);
    },

    /** @throws AppError 404 */
    async remove(caller: AdminCaller, id: string, audit: Audit): Promise<void> {
      const isGone = await store.unlink(caller.id, id, (trx, { issuer, subject }) =>
        audit(trx, { subject: caller.username, before: { issuer, subject } }),
      );
      if (!isGone) throw notFound('This link');
    },
  };
}

export type AdminLinksService = ReturnType<typeof adminLinksService>;
