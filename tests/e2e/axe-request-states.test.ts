// @module-tag guards

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { datasetOffice } from '../support/dataset-office.ts';
import { guardRounds, LONG } from '../support/guards.ts';
import { approvedUser, registeredUser } from '../support/person.ts';
import { callServer } from '../support/server-process.ts';

const office = datasetOffice();
const standings = ['pending', 'needs_info', 'rejected', 'granted', 'ended'] as const;
type Standing = (typeof standings)[number];

let onRequest: string;
/** A dataset that asks for no request. */
let open: string;
/** `newcomer`: approved, and has never asked. */
type Person = 'approved' | 'newcomer' | 'pending';
const tokens: Partial<Record<Person, string>> = {};

beforeAll(async () => {
  const { lab, server, dataDir } = office;
  [onRequest, open] = [await lab.added('On request'), await lab.added('For all')];
  for (const id of [onRequest, open]) await lab.update(id, { status: 'published' });
  const questions = (['text', 'choice', 'tick', 'file'] as const).map((kind) => ({
    id: kind,
    kind,
    label: `A question of the kind ${kind}`,
    help: 'Two sentences are enough.',
    required: kind === 'text' || kind === 'tick',
    options: kind === 'choice' ? ['In a publication', 'In a course'] : [],
  }));
  await lab.call('PUT', `/api/v1/admin/dataset/${onRequest}/requestForm`, { questions });
  await lab.call('PUT', `/api/v1/admin/dataset/${onRequest}/access`, { policy: 'request', termsId: null });
  tokens.approved = await approvedUser(server.url, dataDir, 'ada@example.org');
  tokens.newcomer = await approvedUser(server.url, dataDir, 'grace@example.org');
  tokens.pending = await registeredUser(server.url, dataDir, 'mary@example.org');
}, 120_000);

/** Brings the approved user's request to a state, by the calls of both sides. */
async function requestIs(standing: Standing): Promise<void> {
  const { lab, server } = office;
  const { approved: token = '' } = tokens;
  const ours = () =>
    callServer<{ id: string; status: string }[]>(server.url, 'GET', '/api/v1/requests', { token });
  const decide = async (to: string) => {
    const [request] = await ours();
    const body = to === 'granted' ? undefined : { reason: 'Say more about the looms.' };
    await lab.call('PUT', `/api/v1/admin/requestReview/${request?.id}/${to}`, body);
  };
  const [now] = await ours();
  if (now?.status === standing) return;
  if (now?.status === 'granted') await decide('ended');
  if (now?.status !== 'pending')
    await callServer(server.url, 'POST', `/api/v1/dataset/${onRequest}/request/submission`, {
      token,
      body: { purpose: 'Weaving', answers: { text: 'By looking.', tick: true } },
    });
  if (standing === 'ended') await decide('granted');
  if (standing !== 'pending') await decide(standing);
}

interface State {
  name: string;
  as?: Person;
  open: (page: Page) => Promise<unknown>;
  /** What shows that one is there. */
  there: RegExp;
  /** Made of the same parts as another one: looked at by `npm run test:long`. */
  alike?: boolean;
}

const to = (page: Page, path: string) => page.goto(office.server.url + path);
const form = (page: Page) => to(page, `/datasetRequest/${onRequest}`);
const said: Record<Standing, [request: RegExp, dataset: RegExp]> = {
  pending: [/^The laboratory looks at your request/, /^Request in review/],
  needs_info: [/^The laboratory needs to know more/, /^Answer the laboratory/],
  rejected: [/^The files stay closed/, /^Rejected: ask again/],
  granted: [/^You may download the files/, /^SAH-256$/],
  ended: [/^Your access has ended/, /^Access ended: ask again/],
};

const states: State[] = [
  { name: 'request, of a visitor', open: form, there: /Sign in/ },
  { name: 'request, nothing yet', as: 'newcomer', open: form, there: /^The laboratory decides who gets/ },
  {
    name: 'request, refused',
    as: 'newcomer',
    async open(page) {
      await form(page);
      await page.getByRole('button', { name: 'Send the request' }).click();
    },
    there: /^There is a problem/,
  },
  {
    name: 'request, failed',
    as: 'approved',
    async open(page) {
      await page.route('**/api/v1/dataset/*/request', (route) =>
        route.fulfill({ status: 503, json: { code: 503, msg: 'The portal is busy.' } }),
      );
      await form(page);
    },
    there: /^The request form could not be loaded/,
  },
  {
    name: 'request, of a dataset without one',
    as: 'approved',
    open: (page) => to(page, `/datasetRequest/${open}`),
    there: /^This dataset asks for no request/,
  },
  { name: 'request, of who waits', as: 'pending', open: form, there: /^Your account is not approved yet/ },
  {
    name: 'dataset, on request',
    as: 'newcomer',
    open: (page) => to(page, `/datasetDetail/${onRequest}`),
    there: /^The laboratory gives out this dataset on request/,
  },
  ...standings.flatMap((standing): State[] =>
    (['datasetRequest', 'datasetDetail'] as const).map(
      (path, index): State => ({
        name: `${path}, ${standing}`,
        as: 'approved',
        async open(page) {
          await requestIs(standing);
          await to(page, `/${path}/${onRequest}`);
        },
        there: said[standing][index as 0 | 1],
        alike: standing === 'rejected' || (standing === 'ended' && path === 'datasetDetail'),
      }),
    ),
  ),
  {
    name: 'account, its requests',
    as: 'approved',
    async open(page) {
      await requestIs('needs_info');
      await to(page, '/account#requests');
    },
    there: /^Say more about the looms/,
  },
];

inBrowser(
  'access.md "Requests": in every state no axe violation, nothing too wide, the policy refuses nothing',
  (desk) => {
    for (const { looks, options, round } of guardRounds)
      for (const { name, as, open, there, alike } of states)
        test(`${name}${round}`, { ...(alike ? LONG : options), timeout: 120_000 }, async () => {
          const { context, page, complaints } = await desk.person({
            viewport: { width: 1280, height: 800 },
            reducedMotion: 'reduce',
          });
          page.setDefaultTimeout(40_000);
          const value = as && tokens[as];
          if (value) await context.addCookies([{ name: 'Portal-Token', value, url: office.server.url }]);
          await open(page);
          await page.getByText(there).and(page.locator(':visible')).first().waitFor();
          expect([...(await findings(page, looks)), ...complaints.list]).toEqual([]);
          await context.close();
        });
  },
);
