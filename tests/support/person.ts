import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { adminTokenOf, callServer } from './server-process.ts';

export const PASSWORD = 'seven green kettles on the roof';

/** Waits for the mail with a code to an address, in the outbox of a data folder. */
export async function codeFromOutbox(dataDir: string, email: string): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  for (let tries = 0; tries < 100; tries++) {
    for (const name of await readdir(outbox).catch(() => [])) {
      const mail = await readFile(join(outbox, name), 'utf8');
      const code = /Your code: (\d{8})/.exec(mail)?.[1];
      if (code && mail.includes(`To: ${email}`)) return code;
    }
    await sleep(100);
  }
  throw new Error(`no mail with a code for ${email} came`);
}

/** Registers somebody at a running server and has them approved; gives their session token. */
export async function approvedUser(url: string, dataDir: string, email: string): Promise<string> {
  const challenge = await callServer<Challenge>(url, 'GET', '/api/v1/getCaptcha');
  const solution = await solveChallenge({ challenge, deriveKey });
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  await callServer(url, 'POST', '/api/v1/sendValidCode', { body: { email, purpose: 'register', captcha } });
  const validCode = await codeFromOutbox(dataDir, email);
  const application = {
    firstName: 'Ada',
    familyName: 'Lovelace',
    affiliation: 'Society',
    purpose: 'Weaving',
  };
  await callServer(url, 'POST', '/api/v1/register', {
    body: { email, validCode, password: PASSWORD, ...application },
  });
  const token = await adminTokenOf(url);
  const { list } = await callServer<{ list: { id: string }[] }>(
    url,
    'GET',
    `/api/v1/admin/userList?keyword=${email}`,
    { token },
  );
  await callServer(url, 'PUT', `/api/v1/admin/userReview/${list[0]?.id}/approved`, { token });
  return (
    await callServer<{ token: string }>(url, 'POST', '/api/v1/login', { body: { email, password: PASSWORD } })
  ).token;
}
