import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { addApplicant } from '../../server/testing/add-applicant.ts';
import { sqliteFile } from '../../server/testing/look-inside.ts';
import { adminTokenOf, callServer } from './server-process.ts';

export const PASSWORD = 'seven green kettles on the roof';

/** Waits for the mail with a code to an address, in the outbox of a data folder. */
export async function codeFromOutbox(
  dataDir: string,
  email: string,
  purpose: 'register' | 'reset' | 'confirm' = 'register',
): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  for (let tries = 0; tries < 3_000; tries++) {
    for (const name of await readdir(outbox).catch(() => [])) {
      // A draft is renamed when it is whole.
      if (!name.endsWith('.eml')) continue;
      const mail = await readFile(join(outbox, name), 'utf8');
      const code = /Your code: (\d{8})/.exec(mail)?.[1];
      const [subject = ''] = /^Subject: .*(?:\r?\n[ \t].*)*/m.exec(mail) ?? [];
      const is = /new\s+password/.test(subject) ? 'reset' : /confirm/.test(subject) ? 'confirm' : 'register';
      if (code && mail.includes(`To: ${email}`) && is === purpose) return code;
    }
    await sleep(20);
  }
  throw new Error(`no mail with a code for ${email} came`);
}

const jsonOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');

const APPLICATION = { firstName: 'Ada', familyName: 'Lovelace', affiliation: 'Society', purpose: 'Weaving' };

/** Registers somebody at a running server, with a code by mail; gives the token of a new session. */
export async function registeredByMail(
  url: string,
  dataDir: string,
  email: string,
  application = APPLICATION,
): Promise<string> {
  const challenge = await callServer<Challenge>(url, 'GET', '/api/v1/getCaptcha');
  const captcha = jsonOf({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
  await callServer(url, 'POST', '/api/v1/sendValidCode', { body: { email, purpose: 'register', captcha } });
  const validCode = await codeFromOutbox(dataDir, email);
  await callServer(url, 'POST', '/api/v1/register', {
    body: { email, validCode, password: PASSWORD, ...application },
  });
  return signIn(url, email);
}

/**
 * Somebody who has registered at a running server; gives the token of a new session. By SQL where the server has its
 * database in the data folder, since registering is not what is tested.
 */
export async function registeredUser(
  url: string,
  dataDir: string,
  email: string,
  application = APPLICATION,
): Promise<string> {
  const portal = { folder: dataDir, databaseUrl: undefined };
  if (!existsSync(sqliteFile(portal))) return registeredByMail(url, dataDir, email, application);
  await addApplicant(portal, { email, password: PASSWORD, ...application }, Date.now());
  return signIn(url, email);
}

export const signIn = async (url: string, email: string, password = PASSWORD): Promise<string> =>
  (await callServer<{ token: string }>(url, 'POST', '/api/v1/login', { body: { email, password } })).token;

/** Decides on somebody's application as an administrator. */
export async function decide(url: string, email: string, status: string, reason?: string): Promise<void> {
  const token = await adminTokenOf(url);
  const found = `/api/v1/admin/userList?keyword=${encodeURIComponent(email)}`;
  const { list } = await callServer<{ list: { id: string }[] }>(url, 'GET', found, { token });
  await callServer(url, 'PUT', `/api/v1/admin/userReview/${list[0]?.id}/${status}`, {
    token,
    ...(reason === undefined ? {} : { body: { reason } }),
  });
}

/** Registers somebody and has them approved; gives their session token. */
export async function approvedUser(url: string, dataDir: string, email: string): Promise<string> {
  const token = await registeredUser(url, dataDir, email);
  await decide(url, email, 'approved');
  return token;
}
