import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUARD } from '../../tests/support/guards.ts';
import { type Db, openDatabase } from '../database/index.ts';
import { jobQueue } from '../queue/index.ts';
import { textCipher } from '../shared/text-cipher.ts';
import { type DatabaseKind, freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import {
  dropMail,
  MAIL_JOB,
  type OutboxStore,
  type OutgoingMail,
  outboxStore,
  postMail,
} from './outbox.store.ts';
import { outbox } from './outbox.ts';
import { MailRefused, type Transport } from './transports.ts';

async function database(kind: DatabaseKind) {
  const folder = await temporaryFolder();
  const { url, drop } = await freshDatabase(kind);
  const where = url ?? `${folder.path}/test.sqlite`;
  const open: Db[] = [];
  return {
    async connect(): Promise<Db> {
      const db = await openDatabase(where);
      open.push(db);
      return db;
    },
    async close() {
      for (const db of open) await db.destroy();
      await drop();
      await folder.remove();
    },
  };
}

const cipher = textCipher('a secret', 'tests');

onEachDatabase('issue 3: the outbox', (kind) => {
  let place: Awaited<ReturnType<typeof database>>;
  let db: Db;
  const clock = { now: 1_900_000_000_000 };
  const running: { stop: () => Promise<void> }[] = [];

  beforeAll(async () => {
    place = await database(kind);
    db = await place.connect();
  });
  afterAll(async () => {
    for (const box of running) await box.stop();
    await place.close();
  });

  /** A server of its own, with a transport that does as it is told. */
  async function server(
    send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>,
    atOnce = 3,
    unlike: Partial<OutboxStore> = {},
  ) {
    const transport: Transport = { atOnce, send, close: () => {} };
    const own = await place.connect();
    const queue = jobQueue({ db: own, name: `s${running.length} `, now: () => clock.now, onError: () => {} });
    const store = { ...outboxStore(own, cipher), ...unlike };
    outbox({ queue, store, transport, now: () => clock.now });
    const box = { flush: queue.idle, stop: queue.stop };
    running.push(box);
    return box;
  }

  const post = (to: string, more: { notBefore?: number; reviewId?: string; leaves?: boolean } = {}) =>
    postMail(db, { to, subject: 'S', body: 'B', html: '<p>B' }, { now: clock.now, ...more });
  const jobs = () => db.selectFrom('jobs').selectAll().execute();
  const nextDay = () => {
    clock.now += 86_400_000;
  };

  test('three servers send 60 mails at the same time, each once', async () => {
    nextDay();
    const sent: string[] = [];
    const boxes = await Promise.all(
      [1, 2, 3].map(() =>
        server(async (mail) => {
          await new Promise((resolve) => setTimeout(resolve, 3));
          sent.push(mail.to);
        }),
      ),
    );
    const wanted = Array.from({ length: 60 }, (_, n) => `many${n}@example.org`);
    for (const to of wanted) await post(to);
    await Promise.all(boxes.map((box) => box.flush()));
    await Promise.all(boxes.map((box) => box.flush()));
    expect(sent.sort()).toEqual(wanted.sort());
    for (const box of boxes) await box.stop();
  });

  test(
    'a server that dies with a mail in its hands: another sends it when the lease is over, not before',
    GUARD,
    async () => {
      nextDay();
      const sent: string[] = [];
      let taken = () => {};
      const inHand = new Promise<void>((resolve) => {
        taken = resolve;
      });
      const dead = await server(async (_, signal) => {
        taken();
        await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
      });
      const box = await server(async (mail) => {
        sent.push(mail.to);
      });
      await post('orphan@example.org');
      const dying = dead.flush();
      await inHand;
      await box.flush();
      expect(sent).toEqual([]);
      // Its lease is over before it is renewed again.
      while (sent.length === 0) {
        await db.updateTable('jobs').set({ lease_until: 0 }).where('kind', '=', MAIL_JOB).execute();
        await box.flush();
      }
      expect(sent).toEqual(['orphan@example.org']);
      await dead.stop();
      await dying;
      await box.stop();
      expect(await jobs(), 'no job outlives its mail').toEqual([]);
    },
  );

  test('a mail that has left, and cannot be marked for a moment, is not sent twice', async () => {
    nextDay();
    const sent: string[] = [];
    const { sent: mark } = outboxStore(db, cipher);
    let marks = 0;
    const sending = async (mail: OutgoingMail) => {
      sent.push(mail.to);
    };
    const box = await server(sending, 1, {
      async sent(id, now) {
        if (marks++ === 0) throw new Error('The database is away.');
        await mark(id, now);
      },
    });
    await post('left@example.org');
    await box.flush();
    nextDay();
    await box.flush();
    expect([sent, marks, await jobs()]).toEqual([['left@example.org'], 2, []]);
    await box.stop();
  });

  test('a mail of which the way fails keeps its place; of one trouble all wait, and are not tried one by one', async () => {
    nextDay();
    let up = false;
    let tries = 0;
    const sent: string[] = [];
    const box = await server(async (mail) => {
      tries++;
      if (!up) throw new Error('connect ECONNREFUSED');
      sent.push(mail.to);
    });
    for (let n = 0; n < 30; n++) await post(`patient${n}@example.org`);
    await box.flush();
    expect(tries).toBeLessThanOrEqual(3);
    up = true;
    await box.flush();
    expect(sent, 'still waiting').toEqual([]);
    clock.now += 4_000;
    await box.flush();
    expect(new Set(sent).size).toBe(30);
    expect(sent).toHaveLength(30);
    await box.stop();
  });

  test('faults "clock jumps": one that goes back by a day stops nothing', async () => {
    nextDay();
    let up = false;
    const sent: string[] = [];
    const box = await server(async (mail) => {
      if (!up) throw new Error('away');
      sent.push(mail.to);
    }, 1);
    await post('before@example.org');
    await box.flush();
    clock.now -= 86_400_000;
    up = true;
    await post('after@example.org');
    await box.flush();
    expect(sent).toEqual(['after@example.org']);
    nextDay();
    clock.now += 60_000;
    await box.flush();
    expect(sent).toEqual(['after@example.org', 'before@example.org']);
    await box.stop();
  });

  test('a mail that is refused for five days is given up', async () => {
    nextDay();
    let tries = 0;
    const box = await server(async () => {
      tries++;
      throw new MailRefused('451 full', false);
    });
    await post('full@example.org');
    for (let hour = 0; hour <= 122; hour++) {
      await box.flush();
      clock.now += 3_600_000;
    }
    expect(tries).toBe(122);
    await box.stop();
  });

  test('given up: a code or a link does not outlive its mail; a decision’s words stay, to be sent again', async () => {
    nextDay();
    const box = await server(async () => {
      throw new MailRefused('550 no such user', true);
    });
    await post('code@example.org');
    await post('decided@example.org', { reviewId: 'decided' });
    for (let tries = 0; tries < 4; tries++) {
      await box.flush();
      clock.now += 3_600_000;
    }
    await box.stop();
    const words = (recipient: string) =>
      db
        .selectFrom('outbox')
        .select(['subject', 'body', 'html'])
        .where('recipient', '=', recipient)
        .where('given_up_at', 'is not', null)
        .executeTakeFirst();
    expect(await words('code@example.org')).toEqual({ subject: '', body: '', html: '' });
    expect(await words('decided@example.org')).toEqual({ subject: 'S', body: 'B', html: '<p>B' });
  });

  test('a mail can be dropped until a server has taken it, and not after', async () => {
    nextDay();
    await post('held@example.org', { notBefore: clock.now + 10_000, reviewId: 'held' });
    expect(await dropMail(db, 'held')).toBe(true);
    await post('taken@example.org', { reviewId: 'taken' });
    const [taken, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const box = await server(() => {
      taken.resolve();
      return sent.promise;
    });
    const flushing = box.flush();
    await taken.promise;
    expect(await dropMail(db, 'taken')).toBe(false);
    sent.resolve();
    await flushing;
    expect(await dropMail(db, 'taken')).toBe(false);
    await box.stop();
  });

  test('threats row 22: a mail that must not leave is written all the same, and never leaves', async () => {
    nextDay();
    const sent: string[] = [];
    const box = await server(async (mail) => {
      sent.push(mail.to);
    });
    await post('unknown@example.org', { leaves: false });
    nextDay();
    await box.flush();
    expect(sent).toEqual([]);
    await box.stop();
  });
});
