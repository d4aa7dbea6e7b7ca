import type { BodyOf, DataOf } from '../../../contract/endpoint.ts';
import { addLink, deleteLink, type listLinks } from '../../../contract/institutions.ts';
import { type AuditBy, aboutUser, type OwnProofCheck } from '../../auth/index.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import type { Institution } from '../../shared/institutions.ts';
import { iso } from '../../shared/time.ts';
import { assertLinked } from './refusals.ts';
import type { SignInsService } from './sign-ins.service.ts';
import type { SignInsStore } from './sign-ins.store.ts';

interface Dependencies {
  store: SignInsStore;
  institutions: readonly Institution[];
  nameOf: (issuer: string) => string;
  ticketed: SignInsService['ticketed'];
  ownProof: OwnProofCheck;
  auditBy: AuditBy;
  now: () => number;
}

/** The institutions that a signed-in person has linked. */
export function linksService({
  store,
  institutions,
  nameOf,
  ticketed,
  ownProof,
  auditBy,
  now,
}: Dependencies) {
  const log = ({ method, path }: { method: string; path: string }, ip: string) =>
    auditBy(undefined, `${method} ${path}`, ip);

  return {
    async list(userId: string): Promise<DataOf<typeof listLinks>> {
      const user = await store.user(userId);
      if (!user) throw new AppError(401, 'Please sign in first.');
      const links = await store.links(userId);
      return {
        hasPassword: user.password_hash !== '',
        links: links.map((link) => ({
          id: link.id,
          institution: nameOf(link.issuer),
          subject: link.subject,
          affiliation: link.affiliation,
          linkedAt: iso(link.linkedAt),
          lastUsedAt: iso(link.lastUsedAt),
        })),
        institutions: institutions.map(({ id, name }) => ({ id, name })),
      };
    },

    /** @throws AppError 400 for a wrong password or code, 403, 409 */
    async add(userId: string, { ticket, ...proof }: BodyOf<typeof addLink>, ip: string): Promise<void> {
      const row = await ticketed(ticket);
      const { spend } = await ownProof(userId, proof);
      const why = await store.link(userId, row, now(), async (trx) => {
        await spend(trx);
        await log(addLink, ip)(trx, { ...aboutUser(userId), after: { issuer: row.issuer } });
      });
      assertLinked(why);
    },

    /** @throws AppError 404 */
    async remove(userId: string, id: string, ip: string): Promise<void> {
      const note = log(deleteLink, ip);
      if (!(await store.unlink(userId, id, (trx) => note(trx, aboutUser(userId))))) {
        throw notFound('This link');
      }
    },
  };
}

export type LinksService = ReturnType<typeof linksService>;
