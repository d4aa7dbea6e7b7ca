import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import type { Envelope } from '../../contract/envelope.ts';
import type { UserStatus } from '../../contract/session.ts';
import { beginDataFolder } from '../../tests/support/data-folder.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { AppOptions } from '../options.ts';
import { addApplicant } from './add-applicant.ts';
import { ADMIN } from './admin.ts';
import { type DatabaseKind, freshDatabase, temporaryFolder } from './databases.ts';
import { type ReadMail, readMail } from './mail-file.ts';

export { ADMIN };
export const PASSWORD = 'seven green kettles on the roof';

interface Options {
  database?: DatabaseKind;
  /** Further environment variables. */
  env?: Record<string, string>;
  /** Shorter timeouts than in production. */
  times?: Pick<AppOptions, 'bodyTimes' | 'lockTimes' | 'stalledAfter'>;
  /** Folder of the built pages; absent: API only. */
  distFolder?: string;
  /** Another server on the database and by the clock of this one, which is closed after it. */
  beside?: { databaseUrl: string | undefined; clock: { now: number } };
}

interface Sent {
  body?: object | FormData;
  token?: string;
  headers?: Record<string, string>;
}

/** The real app on a temporary folder and a new database, with a settable clock and helpers. */
export async function buildTestApp({
  database = 'SQLite',
  env = {},
  times = {},
  distFolder,
  beside,
}: Options = {}) {
  const folder = await temporaryFolder();
  const db = beside
    ? { url: beside.databaseUrl, drop: async () => {} }
    : await freshDatabase(database, 'ADMIN_EMAIL' in env || 'ADMIN_PASSWORD' in env ? 'empty' : 'schema');
  beginDataFolder(folder.path, { ...(db.url ? { DATABASE_URL: db.url } : {}), ...env });
  const databaseUrl = env.DATABASE_URL ?? db.url;
  const clock = beside?.clock ?? { now: Date.now() };
  const config = readConfig({
    DATA_DIR: folder.path,
    ...(db.url ? { DATABASE_URL: db.url } : {}),
    ADMIN_EMAIL: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    CAPTCHA_EFFORT: '0',
    RATE_LIMIT_FACTOR: '0',
    ...env,
  });
  const app = await buildApp({
    config,
    now: () => clock.now,
    checkAnswers: true,
    ...times,
    ...(distFolder === undefined ? {} : { distFolder }),
  }).catch(async (error) => {
    await db.drop();
    await folder.remove();
    throw error;
  });
  await app.server.ready();

  async function inject(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { body, token, headers = {} }: Sent = {},
  ): Promise<LightMyRequestResponse> {
    const form = body instanceof FormData ? new Response(body) : undefined;
    const options: InjectOptions = {
      method,
      url,
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}),
      },
    };
    if (form) options.payload = Buffer.from(await form.arrayBuffer());
    else if (body) options.payload = body;
    return app.server.inject(options);
  }

  /** Sends a request and returns the envelope. */
  const ask = async (...args: Parameters<typeof inject>): Promise<Envelope<never>> =>
    (await inject(...args)).json();

  /** Returns the `data` of a call that must succeed. */
  async function call<Data>(...args: Parameters<typeof inject>): Promise<Data> {
    const answer = (await inject(...args)).json<Envelope<Data>>();
    if (answer.code !== 200) throw new Error(`${args[0]} ${args[1]}: ${JSON.stringify(answer)}`);
    return answer.data as Data;
  }

  async function captcha(): Promise<string> {
    const challenge = await call<Challenge>('GET', '/api/v1/getCaptcha');
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  }

  /** The sent mails, decoded, newest last. */
  async function mails(): Promise<ReadMail[]> {
    await app.settle();
    const outbox = join(folder.path, 'outbox');
    const names = await readdir(outbox).catch(() => []);
    const read = await Promise.all(
      names.map(async (name) => {
        const file = join(outbox, name);
        return { raw: await readFile(file, 'utf8'), carriedAt: (await stat(file)).mtimeMs };
      }),
    );
    return read.sort((a, b) => a.carriedAt - b.carriedAt).map(({ raw }) => readMail(raw));
  }

  const codeFor = async (email: string): Promise<string> => {
    const codes = (await mails())
      .filter((mail) => mail.to === email)
      .map((mail) => /Your code: (\d{8})/.exec(mail.text)?.[1]);
    return codes.filter(Boolean).at(-1) ?? '';
  };

  const adminToken = async (): Promise<string> =>
    (await call<{ token: string }>('POST', '/api/v1/admin/login', { body: ADMIN })).token;

  let own: string | undefined;
  /** Token for the helpers' own calls: one session reused, since a person's sessions are limited. */
  async function ownToken(): Promise<string> {
    const headers = { 'x-background': '1' };
    const live =
      own !== undefined &&
      (await inject('GET', '/api/v1/admin/userInfo', { token: own, headers })).statusCode === 200;
    own = live ? own : await adminToken();
    return own ?? '';
  }

  const application = (email: string, validCode: string) => ({
    email,
    validCode,
    password: PASSWORD,
    firstName: 'Ada',
    familyName: 'Lovelace',
    affiliation: 'Analytical Society',
    purpose: 'To see whether the engine can weave.',
  });

  async function login(email: string): Promise<string> {
    return (await call<{ token: string }>('POST', '/api/v1/login', { body: { email, password: PASSWORD } }))
      .token;
  }

  const applicant = (email: string): Promise<string> =>
    addApplicant({ databaseUrl, folder: folder.path }, application(email, ''), clock.now);

  /** A user whom API calls took to the wanted status, signed in. */
  async function user(
    email: string,
    status: UserStatus = 'approved',
  ): Promise<{ id: string; token: string }> {
    const id = await applicant(email);
    const admin = await ownToken();
    const review = (to: string, body: object = {}) =>
      call('PUT', `/api/v1/admin/userReview/${id}/${to}`, { token: admin, body });
    if (status === 'approved' || status === 'suspended') await review('approved');
    if (status !== 'approved' && status !== 'pending')
      await review(status, { reason: 'A reason for the test.' });
    return { id, token: await login(email) };
  }

  interface NewDataset {
    name?: string;
    version?: string;
    files?: Record<string, string | Uint8Array<ArrayBuffer>>;
    fields?: Record<string, string>;
    status?: 'draft' | 'published' | 'withdrawn';
  }

  /** Adds a dataset as an administrator, and takes it to the wanted status. */
  async function dataset({
    name = 'Brain MRI',
    version = '1.0',
    files = { 'train.csv': 'a,b\n1,2\n' },
    fields = {},
    status = 'published',
  }: NewDataset = {}) {
    const token = await ownToken();
    const form = new FormData();
    for (const [key, value] of Object.entries({ name, version, modalityName: 'MRI', ...fields }))
      form.append(key, value);
    for (const [fileName, content] of Object.entries(files))
      form.append('subsets', new Blob([content]), fileName);
    const { id } = await call<Dataset>('POST', '/api/v1/admin/addDataset', { token, body: form });
    const set = (to: string) =>
      call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: { status: to } });
    if (status !== 'draft') await set('published');
    if (status === 'withdrawn') await set('withdrawn');
    return call<{ dataset: Dataset; subsetList: Subset[] }>('GET', `/api/v1/admin/dataset/${id}`, { token });
  }

  /** A dataset as a signed-in user sees it, links included. */
  const open = (id: string, token?: string) =>
    call<{ dataset: Dataset; subsetList: Subset[] }>('GET', `/api/v1/dataset/${id}`, token ? { token } : {});

  return {
    app,
    server: app.server,
    folder: folder.path,
    databaseUrl,
    clock,
    inject,
    ask,
    call,
    captcha,
    mails,
    codeFor,
    application,
    adminToken,
    ownToken,
    login,
    user,
    dataset,
    open,
    async close(): Promise<void> {
      await app.close();
      await db.drop();
      await folder.remove();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>;
