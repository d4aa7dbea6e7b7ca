import type { Group } from '../../../contract/groups.ts';
import { groupLimits } from '../../../contract/request-limits.ts';
import type { Language } from '../../../texts/languages.ts';
import { requestStatusNow } from '../../approval/index.ts';
import { statusNow } from '../../auth/index.ts';
import { groupMail, type SiteOf } from '../../mail/index.ts';
import { AppError, conflict, notFound } from '../../shared/errors.ts';
import { DAY, iso } from '../../shared/time.ts';
import { assertMayAsk } from './asking.service.ts';
import type { GroupAsker, OpenInvitation } from './group-reading.store.ts';
import type { AskedBefore, GroupsStore } from './groups.store.ts';
import type { Asking } from './open-request.store.ts';

const { mailsPerDay, perDay, perRequest, days } = groupLimits;
const limits = { mailsPerDay, life: days * DAY };

/** States of a request that others may join: the lab has it, or has granted it. */
const JOINED = ['pending', 'needs_info', 'granted'];

interface Dependencies {
  store: GroupsStore;
  site: SiteOf;
  now: () => number;
}

const nameOf = (person: { first_name: string; family_name: string }): string =>
  `${person.first_name} ${person.family_name}`;

const gone = () =>
  new AppError(
    404,
    'This invitation was answered already, is too old, or the request that it belongs to is over.',
  );

/** Asking for several people: who may, how often, and what an invitation is good for (access.md, "Requests"). */
export function groupsService({ store, site, now }: Dependencies) {
  /** @throws AppError 401, 403, 404, 409 */
  function asker(found: GroupAsker | undefined) {
    if (!found) throw notFound('This form');
    const { user, row, lineage } = found;
    if (!user) throw new AppError(401, 'Please sign in first.');
    // Their name goes to strangers by mail: only of accounts that somebody has looked at.
    if (user.status !== 'approved')
      throw new AppError(403, 'Others can be asked as soon as your account is approved.');
    if (!row || !JOINED.includes(row.status))
      throw conflict('Send your own request first: others join it.', 'addresses');
    if (row.asked_by !== null)
      throw conflict(
        'You have joined the request of somebody else, who can ask further people.',
        'addresses',
      );
    return { user, row, lineage };
  }

  /** @throws AppError 409, 429 */
  function assertBelow(asked: number, { byRequest, lastDay }: AskedBefore): void {
    if (byRequest > perRequest)
      throw conflict(`One request can ask ${perRequest} people at most.`, 'addresses');
    if (lastDay.length + asked <= perDay) return;
    const oldest = Math.min(...lastDay);
    throw new AppError(429, `You can ask ${perDay} people a day. Ask the others tomorrow.`, {
      errors: [
        { path: 'addresses', message: `You can ask ${perDay} people a day. Ask the others tomorrow.` },
      ],
      retryAfter: Math.max(1, Math.ceil((oldest + DAY - now()) / 1_000)),
    });
  }

  /** @throws AppError 404 */
  function open(found: OpenInvitation | undefined) {
    if (!found || found.dataset_id === null) throw gone();
    if (!JOINED.includes(requestStatusNow(found.status, found.approved_until, now()))) throw gone();
    // Whoever the lab lets in no more brings nobody else.
    if (statusNow(found.asker_status, found.asker_until, now()) !== 'approved') throw gone();
    return { ...found, dataset_id: found.dataset_id };
  }

  return {
    async read(of: Asking): Promise<Group> {
      const found = await store.find(of);
      if (!found) throw notFound('This form');
      const { user, row } = found;
      const seats = row ? await store.seats(row.id) : [];
      return {
        askedBy: row?.asker_name ?? null,
        mayAsk: user?.status === 'approved' && !!row && row.asked_by === null && JOINED.includes(row.status),
        seats: seats.map((seat) => ({
          name: nameOf(seat),
          status: requestStatusNow(seat.status, seat.approved_until, now()),
          since: iso(seat.applied_at),
        })),
      };
    },

    /** @throws AppError 401, 403, 404, 409, 429 */
    async ask(of: Asking, addresses: readonly string[], language: Language): Promise<void> {
      const from = await site();
      await store.ask(
        of,
        addresses,
        limits,
        (found) => {
          const { user, row, lineage } = asker(found);
          const about = { name: nameOf(user), affiliation: user.affiliation, datasetName: lineage.name };
          return {
            row,
            mailOf: (address, token, until) => groupMail(from, address, language, { ...about, token, until }),
          };
        },
        (before) => assertBelow(addresses.length, before),
      );
    },

    /** @throws AppError 404 */
    async invitation(token: string) {
      const found = open(await store.opened(token));
      return {
        askedBy: nameOf(found),
        affiliation: found.affiliation,
        datasetName: found.name,
        datasetId: found.dataset_id,
        expiresAt: iso(found.expires_at),
      };
    },

    /** @throws AppError 403, 404, 409 */
    async accept(token: string, userId: string): Promise<{ datasetId: string }> {
      const check = (found: OpenInvitation | undefined) => {
        const invitation = open(found);
        if (invitation.user_id === userId) throw conflict('This invitation is to your own request.');
        return invitation;
      };
      const done = await store.accept(token, userId, check, ({ status, user }) =>
        assertMayAsk(status, user.status),
      );
      if (!done) throw gone();
      return done;
    },

    /** @throws AppError 404 */
    async decline(token: string): Promise<void> {
      const { invitation_id: id } = open(await store.opened(token));
      if (!(await store.decline(id))) throw gone();
    },
  };
}

export type GroupsService = ReturnType<typeof groupsService>;
