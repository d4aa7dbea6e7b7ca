import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, rename, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Envelope } from '../../contract/envelope.ts';
import { type App, buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { administrator, codeAt, enrol, tokenOfLink } from '../../server/testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { readMail } from '../../server/testing/mail-file.ts';
import { copyOfDatabase, formerPortal } from '../support/former.ts';

const SECRET_KEY = 'a key that several servers share, of 32 characters or more';
const NEXT_PASSWORD = 'nine copper lanterns by the river';

const ticketOf = (link: string): string => /token=([^&]+)/.exec(link)?.[1] ?? '';

/** Whether any text in the copy is the key that a ticket was signed with. */
function signs(copy: string, ticket: string): boolean {
  const [id = '', signature] = ticket.split('.');
  const texts = new Set(copy.match(/[\w-]{40,}={0,2}/g));
  expect(texts, 'the ticket itself is among what is tried').toContain(id);
  return [...texts].some((key) => createHmac('sha256', key).update(id).digest('base64url') === signature);
}

onEitherDatabase('threats row 36: a copy of the database of a version that kept its keys in it', (kind) => {
  let former: Awaited<ReturnType<typeof formerPortal<'keys-in-the-database'>>>;
  let app: App | undefined;
  const clock = { now: 0 };
  beforeAll(async () => {
    former = await formerPortal(kind, 'keys-in-the-database');
    clock.now = former.known.madeAt;
  });
  afterAll(async () => {
    await app?.close();
    await former.remove();
  });

  async function ask(method: 'GET' | 'POST', url: string, payload?: object, token?: string) {
    const answer = await app?.server.inject({
      method,
      url,
      ...(payload ? { payload } : {}),
      ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    });
    return answer?.json<Envelope<{ token: string }>>();
  }
  const signIn = ({ username, password }: { username: string; password: string }, totp: string) =>
    ask('POST', '/api/v1/admin/login', { username, password, totp });
  const secrets = () => {
    const { code, invite, factor, pendingSecret } = former.known;
    return { ...former.keys, code: ` ${code} `, invite, secret: factor.secret, pendingSecret };
  };
  const found = async () => {
    const copy = await copyOfDatabase(former);
    return Object.entries(secrets()).flatMap(([name, secret]) =>
      copy.includes(secret.trim()) ? [name] : [],
    );
  };

  test('holds every secret before', async () => {
    expect(await found()).toEqual(Object.keys(secrets()));
  });

  test('holds none after the first start, and the keys are the same in a file of their own', async () => {
    // What was waiting still waits: this start is about the keys.
    writeFileSync(join(former.folder, 'outbox'), '');
    app = await buildApp({ config: readConfig(former.env), now: () => clock.now });
    expect(await found(), 'while it runs').toEqual([]);
    const file = join(former.folder, 'keys.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      keys: {
        ...former.keys,
        seal: expect.stringMatching(/^[\w-]{43}$/),
        evidence: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(signs(await copyOfDatabase(former), ticketOf(former.known.link))).toBe(false);
    await app.close();
    app = undefined;
    expect(await found(), 'when it has ended').toEqual([]);
  });

  test('what people had stays good: tickets, tokens, second factors, recovery codes', async () => {
    const { link, personalToken, curator, factor, half, pendingSecret } = former.known;
    await promisify(rename)(join(former.folder, 'outbox'), join(former.folder, 'no-outbox'));
    app = await buildApp({ config: readConfig(former.env), now: () => clock.now });
    const download = await app.server.inject(link);
    expect([download.statusCode, download.body]).toEqual([200, 'a,b\n1,2\n']);
    const bare = link.replace(/token=[^&]*&?/, '');
    const headers = { authorization: `Bearer ${personalToken}` };
    expect((await app.server.inject({ url: bare, headers })).statusCode).toBe(200);

    expect(await signIn(curator, factor.recoveryCodes[0] ?? '')).toMatchObject({ code: 200 });
    clock.now += 60_000;
    expect(await signIn(curator, '000000')).toMatchObject({ code: 400, errors: [{ path: 'totp' }] });
    expect(await signIn(curator, codeAt(factor.secret, clock.now))).toMatchObject({ code: 200 });
    const token = (await signIn(half, ''))?.data?.token ?? '';
    const code = codeAt(pendingSecret, clock.now);
    expect(await ask('POST', '/api/v1/admin/totp/confirm', { code }, token)).toMatchObject({ code: 200 });
    clock.now += 60_000;
    expect(await signIn(half, codeAt(pendingSecret, clock.now))).toMatchObject({ code: 200 });
  });

  test('the mails that waited leave with the code and the link in them, and both are good', async () => {
    const { code, invite } = former.known;
    await app?.settle();
    const folder = join(former.folder, 'outbox');
    const mails = readdirSync(folder).map((name) => readMail(readFileSync(join(folder, name), 'utf8')));
    const reset = mails.find(({ subject }) => subject.includes('new password'));
    expect(reset?.subject).toContain(code);
    expect(reset?.text).toContain(`Your code: ${code}`);
    expect(mails.map(({ text }) => tokenOfLink(text))).toContain(invite);
    const body = { email: 'ada@example.org', validCode: code, password: NEXT_PASSWORD };
    expect(await ask('POST', '/api/v1/resetPassword', body)).toMatchObject({ code: 200 });
    const accept = { token: invite, name: 'New', password: NEXT_PASSWORD };
    expect(await ask('POST', '/api/v1/admin/invitation/accept', accept)).toMatchObject({ code: 200 });
  });
});

onEitherDatabase('threats row 36: a copy of the database', (kind) => {
  const kinds = [
    ['with a key file', {}],
    ['with SECRET_KEY', { SECRET_KEY }],
  ] as const;

  test.each(kinds)('%s gives away no ticket, token, code or second factor', async (_, env) => {
    const t: TestApp = await buildTestApp({ database: kind, env });
    try {
      const user = await t.user('ada@example.org');
      const { dataset } = await t.dataset();
      const ticket = ticketOf((await t.open(dataset.id, user.token)).subsetList[0]?.downloadUrl ?? '');
      const { token: personalToken } = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
        token: user.token,
        body: { name: 'script', expiresInDays: 30, password: 'seven green kettles on the roof' },
      });
      const curator = await administrator(t, 'curator');
      const { secret, recoveryCodes } = await enrol(t, curator);
      const half = await administrator(t, 'auditor');
      const begun = await t.call<{ secret: string }>('POST', '/api/v1/admin/totp', {
        token: half.token,
        body: { password: half.password },
      });
      // Mails that cannot leave wait where the copy takes them.
      await promisify(rename)(join(t.folder, 'outbox'), join(t.folder, 'sent'));
      writeFileSync(join(t.folder, 'outbox'), '');
      const captcha = await t.captcha();
      const body = { email: 'ada@example.org', purpose: 'reset', captcha };
      await t.call('POST', '/api/v1/sendValidCode', { body });
      const token = await t.adminToken();
      const email = 'new@lab.example';
      await t.call('POST', '/api/v1/admin/invitations', { token, body: { email, role: 'curator' } });
      await t.app.settle();
      const waiting = await sql<{ subject: string }>(t, 'select subject from outbox where sent_at is null');
      expect(waiting.length, 'the code, the link and a decision').toBe(3);

      const copy = await copyOfDatabase(t);
      const kept = [user.token, ticket, personalToken, secret, begun.secret, curator.token, ...recoveryCodes];
      for (const one of kept) expect(copy.includes(one), one).toBe(false);
      expect(signs(copy, ticket)).toBe(false);
      expect(copy).not.toContain('Your code');
      expect(copy).not.toContain('#token=');

      // They are in it all the same, for who has the keys.
      await promisify(rename)(join(t.folder, 'outbox'), join(t.folder, 'no-outbox'));
      t.clock.now += 60_000;
      await t.app.settle();
      const mails = await t.mails();
      const validCode = await t.codeFor('ada@example.org');
      expect(validCode).toMatch(/^\d{8}$/);
      expect(copy).not.toContain(validCode);
      const link = tokenOfLink(mails.find(({ to }) => to === email)?.text ?? '') ?? '';
      expect(link.length).toBeGreaterThan(20);
      expect(copy).not.toContain(link);
      const reset = { email: 'ada@example.org', validCode, password: NEXT_PASSWORD };
      await t.call('POST', '/api/v1/resetPassword', { body: reset });
      const totp = codeAt(secret, t.clock.now);
      const signIn = { username: curator.username, password: curator.password, totp };
      await t.call('POST', '/api/v1/admin/login', { body: signIn });
    } finally {
      await t.close();
    }
  });
});

onEitherDatabase('operations "Keys": when they are lost for good', (kind) => {
  test('what docs/running.md says makes the portal start with new ones', async () => {
    const former = await formerPortal(kind, 'keys-in-the-database');
    const { madeAt, curator, link } = former.known;
    const clock = { now: madeAt };
    const start = () => buildApp({ config: readConfig(former.env), now: () => clock.now });
    try {
      writeFileSync(join(former.folder, 'outbox'), '');
      await (await start()).close();
      rmSync(join(former.folder, 'outbox'));
      rmSync(join(former.folder, 'keys.json'));
      await expect(start()).rejects.toThrow('keys.json is missing');
      const page = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8');
      const statements = /```sql\n([\s\S]*?)```/
        .exec(page)?.[1]
        ?.split(';')
        .filter((one) => one.trim());
      expect(statements).toHaveLength(2);
      for (const statement of statements ?? []) await sql(former, statement);

      // A mail that failed meanwhile is tried again after a while.
      clock.now += 120_000;
      const app = await start();
      try {
        expect((await app.server.inject(link)).statusCode, 'an old ticket').toBe(401);
        const { username, password } = curator;
        const payload = { username, password };
        const url = '/api/v1/admin/login';
        expect((await app.server.inject({ method: 'POST', url, payload })).statusCode).toBe(200);
        await app.settle();
        const mails = await sql<{ about: string; left: number; note: string | null }>(
          former,
          `select case when review_id is null then 'a secret' else 'a decision' end as about,
             case when sent_at is null then 0 else 1 end as "left", last_error as note
           from outbox where sent_at is null or review_id is not null order by about`,
        );
        const gone = 'This mail was encrypted under a key that is gone.';
        expect(mails).toEqual([
          { about: 'a decision', left: 1, note: null },
          { about: 'a secret', left: 0, note: gone },
          { about: 'a secret', left: 0, note: gone },
        ]);
      } finally {
        await app.close();
      }
    } finally {
      await former.remove();
    }
  });
});
