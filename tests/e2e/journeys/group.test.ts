// @module-tag guards
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findings } from '../../support/axe.ts';
import { administrator, mailsIn } from '../../support/back-office.ts';
import { type Desk, inBrowser } from '../../support/browser.ts';
import { datasetOffice } from '../../support/dataset-office.ts';
import { looks } from '../../support/guards.ts';
import { keptDraft } from '../../support/kept-draft.ts';
import { approvedUser, PASSWORD } from '../../support/person.ts';
import { adminTokenOf, callServer } from '../../support/server-process.ts';

const office = datasetOffice();
const GRACE = 'grace@example.org';

let datasetId: string;
let ada: string;

beforeAll(async () => {
  const { lab, server, dataDir } = office;
  datasetId = await lab.added('Moths');
  await lab.update(datasetId, { status: 'published' });
  await lab.call('PUT', `/api/v1/admin/dataset/${datasetId}/access`, { policy: 'request', termsId: null });
  ada = await approvedUser(server.url, dataDir, 'ada@example.org');
  await approvedUser(server.url, dataDir, GRACE);
  await callServer(server.url, 'POST', `/api/v1/dataset/${datasetId}/request/submission`, {
    token: ada,
    body: { purpose: 'To count moths by night.', answers: {} },
  });
}, 120_000);

const at = () => `${office.server.url}/datasetRequest/${datasetId}`;

/** The link that was mailed to somebody. */
async function linkTo(address: string): Promise<string> {
  for (let tries = 0; tries < 500; tries++) {
    const mail = (await mailsIn(office.dataDir)).find(
      ({ to, text }) => to === address && text.includes('groupInvitation'),
    );
    const link = /\/groupInvitation#token=[\w-]{43}/.exec(mail?.text ?? '')?.[0];
    if (link) return office.server.url + link;
    await sleep(20);
  }
  throw new Error(`no invitation of ${address} came`);
}

inBrowser('access.md "Requests": Groups', (desk: Desk) => {
  const signedIn = async (token: string) => {
    const person = await desk.person({ reducedMotion: 'reduce' });
    const { hostname: domain } = new URL(office.server.url);
    await person.context.addCookies([{ name: 'Portal-Token', value: token, domain, path: '/' }]);
    return person;
  };
  const toButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('asked by mail, joined after signing in, declined without an account, granted together', async () => {
    const { page, complaints } = await signedIn(ada);
    await page.goto(at());
    await page.getByRole('heading', { name: 'Ask for others as well' }).waitFor();
    await page.getByText('Nobody has joined yet.').waitFor();
    const field = page.getByLabel('E-mail addresses, one a line');
    // Wrong lines are named, and what was typed stays.
    await field.fill(`${GRACE}\nnot an address`);
    await toButton(page, 'Ask them').click();
    await page.getByRole('alert').getByText('Line 2, “not an address”').waitFor();
    expect(await findings(page, looks)).toEqual([]);
    expect(await field.inputValue()).toContain('not an address');
    await field.fill(`${GRACE}\nnobody@example.org\n`);
    // The keyboard is enough.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('They are asked.').waitFor();
    expect(await field.inputValue()).toBe('');
    await page.getByText('Nobody has joined yet.').waitFor();
    // What is typed for a second round is kept over a reload as well.
    await field.fill('later@example.org');
    const { id } = await callServer<{ id: string }>(office.server.url, 'GET', '/api/v1/userInfo', {
      token: ada,
    });
    await expect
      .poll(() => keptDraft(page, `group:${datasetId}:${id}`, 'addresses'))
      .toBe('later@example.org');
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('later@example.org');
    await field.fill('');

    const stranger = await desk.person({ reducedMotion: 'reduce' });
    await stranger.page.goto(await linkTo('nobody@example.org'));
    await stranger.page.getByText('Ada Lovelace (Society) asks you to join').waitFor();
    expect(await findings(stranger.page, looks)).toEqual([]);
    await toButton(stranger.page, 'Decline').press('Enter');
    await stranger.page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
    // While it goes it has a button of the same name.
    await stranger.page.getByRole('dialog').waitFor({ state: 'detached' });
    await toButton(stranger.page, 'Decline').press('Enter');
    await stranger.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).press('Enter');
    await stranger.page.getByText('You have declined.').waitFor();
    await stranger.page.goto(await linkTo('nobody@example.org'));
    await stranger.page.reload();
    await stranger.page.getByText('This invitation was answered already').waitFor();
    expect(await findings(stranger.page, looks)).toEqual([]);

    const grace = await desk.person({ reducedMotion: 'reduce' });
    const asked: string[] = [];
    grace.page.on('request', (request) => asked.push(request.url()));
    const link = await linkTo(GRACE);
    await grace.page.goto(link);
    await grace.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await grace.page.getByLabel('E-mail').fill(GRACE);
    await grace.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await grace.page.getByRole('button', { name: 'Sign in' }).click();
    await grace.page.getByText(`You are signed in as Ada Lovelace, ${GRACE}.`).waitFor();
    expect(await findings(grace.page, looks)).toEqual([]);
    await toButton(grace.page, 'Accept').press('Enter');
    await grace.page.getByText('You have joined the request for Moths.').waitFor();
    expect(await findings(grace.page, looks)).toEqual([]);
    const secret = link.split('token=')[1] ?? '';
    expect(
      asked.filter((url) => url.split('#')[0]?.includes(secret)),
      'in no address',
    ).toEqual([]);
    await grace.page.getByRole('link', { name: 'See your request' }).click();
    await grace.page.getByText('Ada Lovelace asked you to join.').waitFor();
    expect(await findings(grace.page, looks)).toEqual([]);
    await grace.page.goto(`${office.server.url}/account#requests`);
    const mine = grace.page.getByRole('region', { name: 'Your requests' });
    await mine.getByText('joined the request of Ada Lovelace').waitFor();

    await page.reload();
    await page.getByRole('listitem').filter({ hasText: 'Ada Lovelace' }).getByText('In review').waitFor();
    expect(await findings(page, looks)).toEqual([]);

    const lab = await administrator(desk, office.server.url, await adminTokenOf(office.server.url), {
      reducedMotion: 'reduce',
    });
    await lab.page.goto(`${office.server.url}/admin/access/requests`);
    await lab.page.getByText('Joined the request of Ada Lovelace').waitFor();
    await lab.page.getByText('1 person has joined').waitFor();
    await lab.page
      .getByRole('row', { name: /Joined the request/ })
      .getByRole('button', { name: 'Ada Lovelace', exact: true })
      .click();
    const panel = lab.page.getByRole('dialog');
    await panel.getByRole('heading', { name: 'Group' }).waitFor();
    await panel.getByText('To count moths by night.').waitFor();
    expect(await findings(lab.page, looks)).toEqual([]);
    await panel.getByRole('link', { name: 'The group in the list (2)' }).click();
    await lab.page.getByRole('button', { name: 'Clear filters' }).waitFor();
    expect(await findings(lab.page, looks)).toEqual([]);
    await lab.page.getByRole('button', { name: 'Select all on this page' }).click();
    await lab.page.getByRole('button', { name: 'Grant selected' }).click();
    const granted = async (token: string) =>
      (
        await callServer<{ access: { request: string } }>(
          office.server.url,
          'GET',
          `/api/v1/dataset/${datasetId}`,
          { token },
        )
      ).access.request;
    await expect.poll(() => granted(ada)).toBe('granted');
    const seats = await callServer<{ seats: { status: string }[] }>(
      office.server.url,
      'GET',
      `/api/v1/dataset/${datasetId}/request/group`,
      { token: ada },
    );
    expect(seats.seats).toMatchObject([{ status: 'granted' }]);
    for (const one of [complaints, stranger.complaints, grace.complaints, lab.complaints])
      expect(one.list).toEqual([]);
  }, 300_000);
});
