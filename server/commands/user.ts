import { exportStore } from '../features/own-account/index.ts';
import { reviewsStore, userReviewService, usersStore } from '../features/user-review/index.ts';
import { AppError } from '../shared/errors.ts';
import type { ExitCode } from './ending.ts';
import { auditAs, keysOf, onPortal, operator, siteOf } from './portal.ts';
import { table } from './say.ts';

const MOST = 100;

/** Prints those whose name, address or affiliation contains all words. */
export const find = (words: readonly string[]): Promise<ExitCode> =>
  onPortal(async (db, config, now) => {
    const { address } = await keysOf(db, config);
    const query = { keyword: words.join(' '), pageIndex: 1, pageSize: MOST };
    const { list, count: total } = await usersStore(db, address).list(query, now());
    const rows = list.map((one) => [
      one.email,
      `${one.firstName} ${one.familyName}`,
      one.affiliation,
      one.status,
      `registered ${one.createdAt.slice(0, 10)}`,
    ]);
    for (const line of table(rows)) console.log(line);
    const more = total > list.length ? `, the newest ${list.length} shown` : '';
    console.log(`${total} ${total === 1 ? 'person' : 'people'}${more}.`);
    return total > 0 ? 0 : 1;
  });

const nobody = (email: string): ExitCode => {
  console.error(`Nobody is registered with the address ${email}. Nothing was changed.`);
  return 1;
};

export const suspend = (given: string, { reason }: { reason: string }): Promise<ExitCode> =>
  onPortal(async (db, config, now) => {
    const email = given.trim().toLowerCase();
    const { address } = await keysOf(db, config);
    const users = usersStore(db, address);
    const id = await users.idOf(email);
    if (id === undefined) return nobody(email);
    const reviews = reviewsStore(db, address);
    const site = siteOf(db, config);
    const service = userReviewService({
      users,
      reviews,
      site,
      usualEnd: async () => null,
      institutionName: (issuer) => issuer,
      now,
    });
    const decision = { status: 'suspended', reason, until: undefined } as const;
    try {
      await service.review(id, decision, operator().id, auditAs('vitrine user suspend', now));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      console.error(`${error.message} Nothing was changed.`);
      return 1;
    }
    console.log(
      `${email} is suspended: downloads end at once. The mail with the reason leaves when the server runs.`,
    );
    return 0;
  });

/** Prints all that is stored about a person; the audit log says so. */
export const exportPerson = (given: string): Promise<ExitCode> =>
  onPortal(async (db, config, now) => {
    const email = given.trim().toLowerCase();
    const { address } = await keysOf(db, config);
    const id = await usersStore(db, address).idOf(email);
    const found = id && (await exportStore(db, address).read(id, now()));
    if (!id || !found) return nobody(email);
    await db
      .transaction()
      .execute((trx) => auditAs('vitrine user export', now)(trx, { subject: `user ${id}`, userId: id }));
    console.log(JSON.stringify(found, undefined, 2));
    return 0;
  });
