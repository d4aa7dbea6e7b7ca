import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
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
  for (let tries = 0; tries < 3_000; tries++) {
    for (const { to, text } of await mailsIn(dataDir)) {
      const link = /\/admin\/invite#token=[\w-]+/.exec(text)?.[0];
      if (link && to.includes(email)) return link;
    }
    await sleep(20);
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

/** Gives a person's browser a cookie as the pages of the back office write it. */
export const addFrameCookie = (
  context: BrowserContext,
  url: string,
  name: string,
  value: string,
): Promise<void> => context.addCookies([{ name, value, domain: new URL(url).hostname, path: '/admin' }]);

/** Value of a cookie that the pages of the back office read, as a person's browser holds it. */
export async function frameCookie(context: BrowserContext, name: string): Promise<string | undefined> {
  const cookies = (await context.cookies()).filter(({ path }) => path.startsWith('/admin'));
  return cookies.find((cookie) => cookie.name === name)?.value;
}

/** Logs out by the account menu, sure of it. */
export async function logOutOfBackOffice(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/admin\/login/);
}

/** Fills the sign-in form of the back office that is open. */
export async function signInToBackOffice(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
