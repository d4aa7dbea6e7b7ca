// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import type { UserInfo, UserStatus } from '../../contract/session.ts';
import { form, newDataset, picture } from '../../server/testing/forms.ts';
import { findings } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { guardRounds, LONG } from '../support/guards.ts';
import { longDocument } from '../support/long-document.ts';
import { decide, registeredUser } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { termsOn } from '../support/terms.ts';

let folder: string;
let server: ServerProcess;
/** A portal with nothing in it. */
let empty: ServerProcess;
let published: string;
let withdrawn: string;
/** Datasets that ask for signed terms: for the first time, and for new ones. */
let toSign: string;
let changed: string;
const tokens = new Map<UserStatus, Promise<string>>();

async function add(name: string, status: 'published' | 'withdrawn'): Promise<string> {
  const token = await adminTokenOf(server.url);
  const headers = { authorization: `Bearer ${token}` };
  const body = form(
    newDataset(name, { detail: 'Taken **at rest**, see [the notes](https://example.org).' }),
    ['samples', await picture('png', 640, 400), 'a.png'],
    ['desc', new Uint8Array(await longDocument(3, 1_000)), 'a.pdf'],
    ['subsets', 'a,b\n', 'train.csv'],
  );
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
  const { data, msg } = (await added.json()) as { data: Dataset; msg: string };
  if (!data) throw new Error(msg);
  for (const to of ['published', status]) {
    await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
      token,
      body: { status: to },
    });
  }
  return data.id;
}

/** An approval that has run out, by the clock alone. */
async function expire(email: string): Promise<void> {
  const token = await adminTokenOf(server.url);
  const path = `/api/v1/admin/userList?keyword=${encodeURIComponent(email)}`;
  const { list } = await callServer<{ list: { id: string }[] }>(server.url, 'GET', path, { token });
  const approvedUntil = new Date(Date.now() + 4_000).toISOString();
  await callServer(server.url, 'PUT', `/api/v1/admin/userReview/${list[0]?.id}/approved`, {
    token,
    body: { approvedUntil },
  });
}

async function person(status: UserStatus): Promise<string> {
  const email = `${status.replace('_', '-')}@example.org`;
  const token = await registeredUser(server.url, join(folder, 'data'), email);
  if (status === 'expired' || status === 'suspended') await decide(server.url, email, 'approved');
  if (status === 'expired') await expire(email);
  else if (status !== 'pending')
    await decide(server.url, email, status, status === 'approved' ? undefined : 'Say more about the looms.');
  const now = () => callServer<UserInfo>(server.url, 'GET', '/api/v1/userInfo', { token });
  for (let tries = 0; tries < 100; tries++) {
    if ((await now()).status === status) return token;
    await sleep(100);
  }
  throw new Error(`nobody became ${status}`);
}

/** The session of somebody with this status, who registers when first asked for. */
function tokenOf(status: UserStatus): Promise<string> {
  const token = tokens.get(status) ?? person(status);
  tokens.set(status, token);
  return token;
}

/** A dataset that asks an approved user to sign, for the first time or again. */
async function addToSign(name: string, again: boolean): Promise<string> {
  const id = await add(name, 'published');
  const terms = termsOn(server.url, await adminTokenOf(server.url));
  const set = await terms.add(`Terms of ${name}`, '# Use\n\n- Research alone.\n- **Cite** the paper.');
  await terms.ask(id, set);
  if (again) {
    const body = { terms: set.versions[0]?.id, name: 'Ada Lovelace', agreed: true };
    const token = await tokenOf('approved');
    await callServer(server.url, 'POST', `/api/v1/dataset/${id}/signature`, { token, body });
    await terms.change(set, '# Use\n\n- Research alone.\n- **Cite** the paper and the lab.');
  }
  return `/datasetDetail/${id}`;
}

/** Others than these differ in their words. */
const isAlike = (status: UserStatus) => !['approved', 'pending', 'expired'].includes(status);
const statuses = ['approved', 'pending', 'needs_info', 'rejected', 'suspended', 'expired'] as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-axe-states-'));
  [server, empty] = await Promise.all([
    startServer(join(folder, 'data')),
    startServer(join(folder, 'empty')),
  ]);
  published = `/datasetDetail/${await add('Brain', 'published')}`;
  withdrawn = `/datasetDetail/${await add('Gone', 'withdrawn')}`;
  toSign = await addToSign('Asks', false);
  changed = await addToSign('Changed', true);
}, 120_000);
afterAll(async () => {
  await Promise.all([server?.end(), empty?.end()]);
  await rm(folder, { recursive: true, force: true });
});

/** A page in a state: how one gets there, and what shows that one is there. */
interface State {
  /** The page's, and behind a comma the state's. */
  name: string;
  as?: UserStatus;
  open: (page: Page) => Promise<unknown>;
  there: (page: Page) => Promise<unknown>;
  /** Made of the same parts as another one: looked at by `npm run test:long`. */
  alike?: boolean;
}

const at = (path: string) => (page: Page) => page.goto(server.url + path);
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).waitFor();
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const failing = (path: string) => (page: Page) =>
  page.route(path, (route) =>
    route.fulfill({ status: 503, json: { code: 503, msg: 'The portal is busy.' } }),
  );
const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
/** Sends a form with nothing in it. */
const submit = (button: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name: button, exact: true }).click();
const summary = (page: Page) => page.getByRole('alert').first().waitFor();

const states: State[] = [
  { name: 'home', open: at('/'), there: heading('Research datasets') },
  { name: 'home, searched', open: at('/?q=brain&sort=name'), there: words('1 dataset matches') },
  { name: 'home, nothing found', open: at('/?q=nowhere'), there: heading(/^No dataset matches/) },
  { name: 'home, empty', open: (page) => page.goto(empty.url), there: heading('No datasets yet') },
  {
    name: 'home, failed',
    open: inTurn(
      (page) => at(published)(page),
      failing('**/api/v1/datasets'),
      (page) => page.getByRole('link', { name: 'Vitrine' }).click(),
    ),
    there: heading('The datasets could not be loaded'),
  },
  {
    name: 'home, the menu open',
    as: 'approved',
    open: inTurn(at('/'), (page) => page.getByRole('button', { name: 'Ada Lovelace' }).click()),
    there: (page) => page.getByRole('link', { name: /^changePassword/ }).waitFor(),
  },
  {
    name: 'home, who it is cannot be asked',
    as: 'approved',
    open: inTurn(failing('**/api/v1/userInfo'), at('/')),
    there: (page) => page.getByRole('button', { name: 'Account' }).waitFor(),
  },
  {
    name: 'home, offline',
    open: inTurn(
      (page) => page.goto(server.url, { waitUntil: 'networkidle' }),
      (page) => page.context().setOffline(true),
    ),
    there: words('You are offline.'),
  },
  { name: 'dataset', open: (page) => at(published)(page), there: words('your must sign in to download') },
  {
    name: 'dataset, its document',
    open: inTurn(
      (page) => at(published)(page),
      (page) => page.getByRole('heading', { name: 'Document', exact: true }).scrollIntoViewIfNeeded(),
    ),
    there: words('This is leaf 1 of 3'),
  },
  {
    name: 'dataset, its document failed',
    open: inTurn(
      failing('**/static/**/*.pdf'),
      (page) => at(published)(page),
      (page) => page.getByRole('heading', { name: 'Document', exact: true }).scrollIntoViewIfNeeded(),
    ),
    there: words('The document could not be shown'),
  },
  {
    name: 'dataset, withdrawn',
    open: (page) => at(withdrawn)(page),
    there: words('This version was withdrawn on'),
  },
  { name: 'dataset, none', open: at('/datasetDetail/none'), there: heading('This dataset does not exist') },
  {
    name: 'dataset, failed',
    open: inTurn(at('/'), failing('**/api/v1/dataset/**'), (page) =>
      page.getByRole('link', { name: /^Brain/ }).click(),
    ),
    there: heading('This dataset could not be loaded'),
  },
  {
    name: 'dataset, commands',
    as: 'approved',
    open: inTurn(
      (page) => at(published)(page),
      (page) => page.getByRole('button', { name: /^Command line for train/ }).click(),
    ),
    there: (page) => page.getByRole('radio', { name: 'curl' }).waitFor(),
  },
  {
    name: 'dataset, asks for terms',
    open: (page) => at(toSign)(page),
    there: words('this dataset asks you to sign'),
  },
  {
    name: 'dataset, its terms read by a visitor',
    open: inTurn((page) => at(toSign)(page), submit('Read the terms')),
    there: (page) => page.getByRole('link', { name: 'Sign in to sign' }).waitFor(),
  },
  {
    name: 'dataset, its terms beside the first button',
    as: 'approved',
    open: inTurn((page) => at(toSign)(page), submit('Sign to download')),
    there: heading('Terms of Asks, version 1'),
  },
  {
    name: 'dataset, its terms below a row, refused',
    as: 'approved',
    open: inTurn(
      (page) => at(changed)(page),
      (page) =>
        page
          .locator('tr[id^="row-"]')
          .getByRole('button', { name: /^Sign the new terms/ })
          .first()
          .click(),
      (page) => page.getByRole('button', { name: /^Sign and download/ }).click(),
    ),
    there: words('Tick that you agree.'),
  },
  {
    name: 'dataset, asks somebody who waits',
    as: 'pending',
    open: (page) => at(toSign)(page),
    there: (page) => page.getByRole('button', { name: 'Sign the terms now' }).waitFor(),
  },
  ...statuses.map((as): State => {
    const said = {
      approved: /^SAH-256$/,
      pending: /An administrator still has to approve your account/,
      needs_info: /The laboratory needs to know more/,
      rejected: /Your application was rejected/,
      suspended: /Your account is suspended/,
      expired: /Your approval has expired/,
    }[as];
    return {
      name: `dataset, ${as}`,
      as,
      open: (page) => at(published)(page),
      there: words(said),
      alike: isAlike(as),
    };
  }),
  {
    name: 'dataset, who it is cannot be asked',
    as: 'approved',
    open: inTurn(failing('**/api/v1/userInfo'), (page) => at(published)(page)),
    there: words('We could not check whether you may download.'),
  },
  ...statuses.map(
    (as): State => ({
      name: `account, ${as}`,
      as,
      open: at('/account'),
      there: words('Personal access tokens'),
      alike: isAlike(as),
    }),
  ),
  {
    name: 'account, every region failed',
    as: 'approved',
    open: inTurn(failing('**/api/v1/{tokens,sessions,downloads,signatures,application}**'), at('/account')),
    there: (page) => page.getByRole('button', { name: 'Retry' }).first().waitFor(),
  },
  { name: 'sign-in', open: at('/login'), there: heading(/Sign in/) },
  { name: 'sign-in, refused', open: inTurn(at('/login'), submit('Sign in')), there: summary },
  { name: 'register, refused', open: inTurn(at('/register'), submit('Register')), there: summary },
  { name: 'reset, refused', open: inTurn(at('/forgetPassword'), submit('Send code')), there: summary },
  {
    name: 'change password, refused',
    as: 'approved',
    open: inTurn(at('/changePassword'), submit(/^Change password$/)),
    there: summary,
  },
  { name: '404', open: at('/404'), there: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: '401', open: at('/401'), there: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
];

inBrowser(
  'issue 5: every public page in every state: no axe violation, nothing too wide, the policy refuses nothing',
  (desk) => {
    for (const { looks, options, round } of guardRounds)
      for (const { name, as, open, there, alike } of states)
        test(`${name}${round}`, { ...(alike ? LONG : options), timeout: 120_000 }, async () => {
          const { context, page, complaints } = await desk.person({
            viewport: { width: 1280, height: 800 },
            // Colours on their way from one theme to the other are nobody's.
            reducedMotion: 'reduce',
          });
          const token = as && (await tokenOf(as));
          page.setDefaultTimeout(40_000);
          if (token) await context.addCookies([{ name: 'Portal-Token', value: token, url: server.url }]);
          await open(page);
          await there(page);
          expect([...(await findings(page, looks)), ...complaints.list]).toEqual([]);
          await context.close();
        });
  },
);
