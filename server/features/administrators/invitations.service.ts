import type { AdminRole, acceptInvitation, Invitation } from '../../../contract/administrators.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { checkStrength, hashPassword, hashToken, type Note, newToken } from '../../auth/index.ts';
import { invitationMail } from '../../mail/index.ts';
import { conflict, invalid, notFound } from '../../shared/errors.ts';
import { DAY } from '../../shared/time.ts';
import type { InvitationsStore } from './invitations.store.ts';

const LIFE = 7 * DAY;

interface Dependencies {
  store: InvitationsStore;
  site: () => Promise<{ name: string; publicUrl: string }>;
  now: () => number;
}

/** The administrator that an accepted invitation created, or whose password it set. */
interface Accepted {
  id: string;
  name: string;
  username: string;
  role: string;
  /** Absent for a new administrator. */
  reset?: { unlinked: number };
}

/** Administrators are invited by a mail with a one-time link (decisions §2). */
export function invitationsService({ store, site, now }: Dependencies) {
  async function open(token: string) {
    const found = await store.byToken(hashToken(token), now());
    if (!found) throw notFound('This invitation was used, withdrawn or is too old. An open one');
    return found;
  }

  async function reset(
    invitationId: string,
    adminId: string,
    password: string,
    note: Note<Accepted>,
  ): Promise<void> {
    const admin = await store.administrator(adminId);
    if (!admin) throw notFound('This administrator');
    await checkStrength(password, [admin.username, admin.name], 'admin');
    const passwordHash = await hashPassword(password, 'admin');
    const done = await store.reset(invitationId, adminId, passwordHash, now(), (trx, unlinked) =>
      note(trx, { ...admin, reset: { unlinked } }),
    );
    if (!done) throw notFound('This link was used meanwhile. An open one');
  }

  return {
    /**
     * Replaces an earlier invitation to the same address.
     * @throws AppError 409 for an administrator's address
     */
    async invite(
      email: string,
      role: AdminRole,
      invitedBy: { id: string; name: string },
      note: Note<Invitation>,
    ): Promise<{ invitation: Invitation; token: string }> {
      if (await store.isAdministrator(email)) {
        throw conflict('There is an administrator with this address already.', 'email');
      }
      const token = newToken();
      const expiresAt = now() + LIFE;
      const mail = invitationMail(await site(), email, {
        role,
        by: invitedBy.name,
        token,
        until: expiresAt,
      });
      const invitation = await store.add(
        { email, role, tokenHash: hashToken(token), expiresAt, invitedBy: invitedBy.id },
        mail,
        now(),
        note,
      );
      return { invitation, token };
    },

    async withdraw(id: string, note: Note<Invitation>): Promise<void> {
      if (!(await store.withdraw(id, note))) throw notFound('This invitation');
    },

    async read(token: string): Promise<{ email: string | null; role: AdminRole; resets: boolean }> {
      const { email, role, admin_id } = await open(token);
      return { email, role: role as AdminRole, resets: admin_id !== null };
    },

    /** @throws AppError 404 for an invalid link, 400 for a weak password, 409 when the address is taken */
    async accept(
      { token, email, name, password }: BodyOf<typeof acceptInvitation>,
      note: Note<Accepted>,
    ): Promise<void> {
      const invitation = await open(token);
      if (invitation.admin_id !== null) return reset(invitation.id, invitation.admin_id, password, note);
      const username = invitation.email ?? email;
      if (username === undefined) throw invalid('email', 'Enter your e-mail address.');
      if (email !== undefined && email !== username) {
        throw invalid('email', `This invitation is for ${username}.`);
      }
      if (name === undefined) throw invalid('name', 'Enter your name.');
      await checkStrength(password, [username, name], 'admin');
      const passwordHash = await hashPassword(password, 'admin');
      const { role } = invitation;
      const admin = { email: username, name, passwordHash };
      const outcome = await store.accept(invitation.id, admin, now(), (trx, id) =>
        note(trx, { id, name, username, role }),
      );
      if (outcome === 'used up') throw notFound('This invitation was used meanwhile. An open one');
      if (outcome === 'taken')
        throw conflict('There is an administrator with this address already.', 'email');
    },
  };
}

export type InvitationsService = ReturnType<typeof invitationsService>;
