import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { type ReadMail, readMail } from '../../server/testing/mail-file.ts';
import type { Desk } from './browser.ts';

/** Every mail that has left so far, as a reader sees it. */
export async function mailsIn(dataDir: string): Promise<ReadMail[]> {
  const outbox = join(dataDir, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map(async (name) => readMail(await readFile(join(outbox, name), 'utf8'))));
}

/** Waits for an invitation to an address; gives path and fragment of its link, for whatever port we are on. */
export async function invitationTo(dataDir: string, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    for (const { to, text } of await mailsIn(dataDir)) {
      const link = /\/admin\/invite#token=[\w-]+/.exec(text)?.[0];
      if (link && to.includes(email)) return link;
    }
    await sleep(100);
  }
  throw new Error(`no invitation to ${email} came`);
}

/** A browser window of a signed-in administrator. */
export async function administrator(
  desk: Desk,
  url: string,
  token: string,
  options: Parameters<Browser['newContext']>[0] = {},
) {
  const person = await desk.person(options);
  const { hostname: domain } = new URL(url);
  await person.context.addCookies([{ name: 'Portal-Admin-Token', value: token, domain, path: '/admin' }]);
  return person;
}

/** Fills the sign-in form of the back office that is open. */
export async function signInToBackOffice(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
