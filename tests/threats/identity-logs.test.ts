import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFromOutbox, decide, PASSWORD, registeredByMail } from '../support/person.ts';
import {
  ADMIN,
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';

const EMAIL = 'ada@example.org';
const NEW = 'eleven quiet harbours under glass';
const WRONG = 'wrong horse under the stairs';

interface Answer {
  what: string;
  status: number;
  headers: string;
  body: string;
}

/** Everything that somebody could do with a secret, at the real server with the log that it writes in real use. */
describe('threats row 13: no token, ticket, code or password leaves by the log, a header, an error or a mail', () => {
  let dataDir: string;
  let server: ServerProcess;
  const secrets = new Map<string, string>();
  const answers: Answer[] = [];
  /** The codes and links that mails are there to carry. */
  const mailed = new Set<string>();

  /** Notes a secret under a name. */
  function keep(name: string, secret: string): string {
    expect(secret.length, name).toBeGreaterThan(7);
    secrets.set(name, secret);
    return secret;
  }

  /** One request as given; its answer is kept. */
  function ask(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: object | string } = {},
  ): Promise<Answer> {
    const json = typeof body === 'object';
    return new Promise((resolve, reject) => {
      const asking = request(
        server.url + path,
        { method, headers: { ...headers, ...(json ? { 'content-type': 'application/json' } : {}) } },
        async (got) => {
          const pieces: Buffer[] = [];
          for await (const piece of got) pieces.push(piece as Buffer);
          const answer = {
            what: `${method} ${path}`,
            status: got.statusCode ?? 0,
            headers: got.rawHeaders.join('\n'),
            body: Buffer.concat(pieces).toString('utf8'),
          };
          answers.push(answer);
          resolve(answer);
        },
      );
      asking.on('error', reject);
      asking.end(json ? JSON.stringify(body) : body);
    });
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const data = (answer: Answer) => JSON.parse(answer.body).data;

  async function captcha(): Promise<string> {
    const challenge = await callServer<Challenge>(server.url, 'GET', '/api/v1/getCaptcha');
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  }

  async function mails(): Promise<string[]> {
    const folder = join(dataDir, 'outbox');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  }

  /** A mail's text, without what quoted-printable adds. */
  const plain = (mail: string): string =>
    mail
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

  async function inviteToken(): Promise<string> {
    for (let tries = 0; tries < 600; tries++) {
      for (const mail of await mails()) {
        const found = /\/admin\/invite#token=([A-Za-z0-9_-]+)/.exec(plain(mail))?.[1];
        if (found) return found;
      }
      await sleep(100);
    }
    throw new Error('no invitation came');
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vitrine-logs-'));
    server = await startServer(dataDir, {
      METRICS_TOKEN: keep('the token of the figures', 'read-by-prometheus-alone'),
    });
    await run();
    // Pino writes from a thread of its own.
    await server.end();
    await sleep(200);
  }, 120_000);
  afterAll(async () => {
    await server.end();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function run(): Promise<void> {
    keep("the user's password", PASSWORD);
    keep('a wrong password', WRONG);
    keep('the new password', NEW);
    keep("the administrator's password", ADMIN.password);

    // A person and something to download.
    const first = keep('a session token', await registeredByMail(server.url, dataDir, EMAIL));
    await decide(server.url, EMAIL, 'approved');
    mailed.add(keep('a code to register', await codeFromOutbox(dataDir, EMAIL)));
    const admin = keep("an administrator's token", await adminTokenOf(server.url));
    const form = new FormData();
    for (const [key, value] of Object.entries({ name: 'Logged', version: '1', modalityName: 'Text' }))
      form.append(key, value);
    form.append('subsets', new Blob(['some bytes']), 'a.txt');
    const added = await fetch(`${server.url}/api/v1/admin/addDataset`, {
      method: 'POST',
      body: form,
      headers: bearer(admin),
    });
    const { data: dataset } = (await added.json()) as { data: { id: string } };
    await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${dataset.id}`, {
      token: admin,
      body: { status: 'published' },
    });

    // Signing in, right and wrong, whole and broken.
    for (const password of [WRONG, PASSWORD])
      await ask('POST', '/api/v1/login', { body: { email: EMAIL, password } });
    await ask('POST', '/api/v1/login', {
      headers: { 'content-type': 'application/json' },
      body: `{"email":"${EMAIL}","password":"${PASSWORD}"`,
    });
    await ask('POST', '/api/v1/login', { headers: { 'content-type': 'text/plain' }, body: PASSWORD });
    await ask('POST', `/api/v1/login?password=${encodeURIComponent(PASSWORD)}`, { body: { email: EMAIL } });
    await ask('POST', '/api/v1/login', { body: { email: EMAIL, password: [PASSWORD], extra: PASSWORD } });
    await ask('POST', '/api/v1/admin/login', { body: { ...ADMIN, password: WRONG } });
    await ask('POST', '/api/v1/admin/login', { body: ADMIN });

    // Sessions.
    const refreshed = await ask('POST', '/api/v1/refreshtoken', { body: { token: first } });
    const session = keep('a refreshed token', data(refreshed).token);
    await ask('POST', '/api/v1/refreshtoken', { body: { token: first } });
    const cookie = `Portal-Token=${session}; Portal-Admin-Token=${admin}`;
    await ask('GET', '/api/v1/userInfo', { headers: { ...bearer(session), cookie } });
    await ask('GET', '/api/v1/userInfo', { headers: { cookie } });
    await ask('GET', `/api/v1/userInfo?token=${session}`);
    await ask('GET', '/api/v1/sessions', { headers: bearer(session) });

    // Tickets and personal tokens, in every place where somebody may put one.
    const opened = data(await ask('GET', `/api/v1/dataset/${dataset.id}`, { headers: bearer(session) }));
    const links: string[] = [opened.dataset, opened.subsetList[0]].flatMap((row) => [
      row.downloadUrl,
      row.inspectionUrl,
    ]);
    keep('a ticket', new URL(links[0] ?? '', server.url).searchParams.get('token') ?? '');
    const body = { name: 'cluster', expiresInDays: 1, password: PASSWORD };
    const personal = keep(
      'a personal token',
      data(await ask('POST', '/api/v1/tokens', { headers: bearer(session), body })).token,
    );
    const [download = ''] = (links[2] ?? '').split('?');
    const basic = Buffer.from(`ada:${personal}`).toString('base64');
    keep('the same as Basic', basic);
    for (const token of [session, admin, personal, ...links.map((link) => link.split('token=')[1] ?? '')]) {
      for (const path of [
        download,
        `${download}.not`,
        '/api/v1/nothing',
        '/nothing',
        '/login',
        '/',
        '/api/v1/download/%E0%A4%A',
      ])
        for (const headers of [{}, { 'sec-fetch-dest': 'document' }] as Record<string, string>[])
          await ask('GET', `${path}?token=${token}`, { headers });
      await ask('GET', download, { headers: { ...bearer(token), range: 'bytes=999-' } });
      await ask('GET', download, { headers: { referer: `${server.url}/?token=${token}` } });
    }
    const file = `/api/v1/file/${dataset.id}/a.txt`;
    const { ticket } = data(
      await ask('GET', `/api/v1/dataset/${dataset.id}/files`, { headers: bearer(session) }),
    );
    for (const token of [session, admin, personal, ticket]) {
      for (const path of [file, `${file}.not`, `${file}%E0%A4%A`])
        for (const headers of [{}, { 'sec-fetch-dest': 'document' }] as Record<string, string>[])
          await ask('GET', `${path}?token=${token}`, { headers });
      await ask('GET', `${file}?release=${'0'.repeat(64)}`, { headers: bearer(token) });
    }
    await ask('HEAD', file, { headers: { authorization: `Basic ${basic}` } });
    for (const link of links) await ask('GET', link);
    await ask('GET', download, { headers: { authorization: `Basic ${basic}` } });
    await ask('HEAD', download, { headers: { authorization: `Basic ${basic}` } });
    await rudely(`GET /api/v1/download/x?token=${personal} HTTP/9.9\r\n\r\n`);
    await rudely(
      `GET /${'x'.repeat(20_000)}?token=${personal} HTTP/1.1\r\nAuthorization: Bearer ${session}\r\n\r\n`,
    );

    // Errors that nobody expects.
    for (const table of ['personal_tokens', 'tickets', 'sessions', 'users']) {
      await without(table, async () => {
        await ask('GET', links[2] ?? '');
        await ask('GET', `${download}?token=${personal}`);
        await ask('GET', '/api/v1/userInfo', { headers: bearer(session) });
        await ask('POST', '/api/v1/login', { body: { email: EMAIL, password: PASSWORD } });
      });
    }
    expect(answers.filter(({ status }) => status === 500).length).toBeGreaterThanOrEqual(4);

    // A second factor's secret, and an invitation.
    const totp = await ask('POST', '/api/v1/admin/totp', {
      headers: bearer(admin),
      body: { password: ADMIN.password },
    });
    keep('the secret of a second factor', data(totp).secret);
    await ask('POST', '/api/v1/admin/totp/confirm', { headers: bearer(admin), body: { code: '000000' } });
    await ask('POST', '/api/v1/admin/invitations', {
      headers: bearer(admin),
      body: { email: 'mary@example.org', role: 'auditor' },
    });
    const invite = keep('an invitation', await inviteToken());
    mailed.add(invite);
    await ask('POST', '/api/v1/admin/invitation/read', { body: { token: invite } });
    await ask('GET', `/api/v1/admin/invitation/read?token=${invite}`);

    // Figures, by their token, and by another.
    for (const token of [secrets.get('the token of the figures') ?? '', admin])
      await ask('GET', `/metrics?token=${token}`, { headers: bearer(token) });

    // New passwords.
    await ask('POST', '/api/v1/changePassword', {
      headers: bearer(session),
      body: { oldPassword: WRONG, newPassword: NEW },
    });
    await ask('POST', '/api/v1/sendValidCode', {
      body: { email: EMAIL, purpose: 'reset', captcha: await captcha() },
    });
    const code = keep('a code to reset', await codeFromOutbox(dataDir, EMAIL, 'reset'));
    mailed.add(code);
    await ask('POST', `/api/v1/resetPassword?validCode=${code}`, {
      body: { email: EMAIL, validCode: code, password: NEW },
    });
    await ask('POST', '/api/v1/resetPassword', { body: { email: EMAIL, validCode: code, password: NEW } });
    const again = await ask('POST', '/api/v1/login', { body: { email: EMAIL, password: NEW } });
    const last = keep('the last token', data(again).token);
    await ask('GET', '/api/v1/account/export', { headers: bearer(last) });
    await ask('POST', '/api/v1/logout', { headers: bearer(last) });
    await ask('POST', '/api/v1/admin/logout', { headers: bearer(admin) });
  }

  /** Bytes that are no HTTP, or too much of it. */
  const rudely = (bytes: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', () => socket.end());
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
    });

  /** A table is gone for a while. */
  async function without(table: string, work: () => Promise<void>): Promise<void> {
    const database = new Database(join(dataDir, 'vitrine.sqlite'), { timeout: 5_000 });
    try {
      database.exec(`alter table ${table} rename to hidden`);
      await work();
      database.exec(`alter table hidden rename to ${table}`);
    } finally {
      database.close();
    }
  }

  /** The names of the secrets that a text holds, as they are, percent-encoded, or a long part of them. */
  const found = (text: string, except: Set<string> = new Set()): string[] =>
    [...secrets]
      .filter(([, secret]) => !except.has(secret))
      .filter(([, secret]) =>
        [secret, encodeURIComponent(secret), secret.slice(0, 16)].some((form) => text.includes(form)),
      )
      .map(([name]) => name);

  test('the log', () => {
    const log = server.said();
    expect(log, 'requests are logged').toContain('/api/v1/download/');
    expect(log, 'errors are logged').toContain('no such table');
    expect(log.split('"msg":"request"').length, 'all of them').toBeGreaterThan(answers.length);
    expect(log.split('\n').filter((line) => found(line).length > 0)).toEqual([]);
  });

  test('headers of answers', () => {
    for (const { what, headers } of answers) expect(found(headers), `${what}\n${headers}`).toEqual([]);
  });

  test('errors', () => {
    for (const { what, status, body } of answers.filter((answer) => answer.status >= 400))
      expect(found(body), `${what} ${status} ${body}`).toEqual([]);
  });

  test('mails, but for the code or the link that they are there to carry', async () => {
    const all = await mails();
    expect(all.length).toBeGreaterThan(0);
    for (const mail of all) expect(found(plain(mail), mailed), mail).toEqual([]);
  });

  test('the database keeps none of them in clear, either', async () => {
    const database = new Database(join(dataDir, 'vitrine.sqlite'), { readonly: true });
    database.pragma('wal_checkpoint');
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as {
      name: string;
    }[];
    for (const { name } of tables) {
      const rows = JSON.stringify(database.prepare(`select * from "${name}"`).all());
      const kept = found(rows).filter((secret) => secret !== 'a ticket');
      expect(kept, name).toEqual([]);
    }
    const ticket = secrets.get('a ticket') ?? '';
    const rows = JSON.stringify(database.prepare('select * from tickets').all());
    expect(rows, 'a ticket is its id and a signature, and only the id is kept').not.toContain(ticket);
    database.close();
  });

  test('every answer says Referrer-Policy: no-referrer', () => {
    for (const { what, headers } of answers)
      expect(headers.toLowerCase(), what).toContain('referrer-policy\nno-referrer');
  });
});
