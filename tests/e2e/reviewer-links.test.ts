// @module-tag guards
import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { inBrowser, savedBytes } from '../support/browser.ts';
import { datasetOffice, dialog } from '../support/dataset-office.ts';
import { looks } from '../support/guards.ts';

inBrowser('access.md "Reviewer link"', (desk) => {
  const office = datasetOffice();

  test('made in the back office, opened by a stranger, who downloads and leaves; revoked', {
    timeout: 180_000,
  }, async () => {
    const name = 'Double blind';
    const id = await office.lab.added(name);
    const { page, complaints } = await office.open(desk, `keyword=${encodeURIComponent(name)}`);
    const address = `${office.server.url}/admin/dataset/dataset_list?access=${id}`;
    await page.goto(address);
    await page.getByRole('heading', { name: 'Reviewer links · Version 1.0' }).waitFor();
    await page.getByText('No reviewer link yet.').waitFor();
    await page.getByRole('button', { name: 'Make a reviewer link' }).click();
    const making = dialog(page, `Reviewer link for ${name} 1.0`);
    await making.getByRole('button', { name: 'Make the link' }).click();
    await making.getByRole('alert').getByText('Give the link a name.').waitFor();
    await making.getByLabel('Name').fill('Journal, round 1');
    await making.getByLabel('Last day').fill('2999-01-01');
    await making.getByRole('button', { name: 'Make the link' }).click();
    await making.getByRole('alert').getByText('A reviewer link lasts 90 days at most.').waitFor();
    expect(await making.getByLabel('Name').inputValue(), 'what was typed stays').toBe('Journal, round 1');
    const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await making.getByLabel('Last day').fill(until);
    expect(await findings(page, looks)).toEqual([]);
    await making.getByRole('button', { name: 'Make the link' }).click();
    const made = dialog(page, 'The link is made');
    const shown = (await made.locator('code').textContent()) ?? '';
    expect(shown).toMatch(/\/review#[\w-]{43}$/);
    const url = `${office.server.url}/review${new URL(shown).hash}`;
    await made.getByRole('button', { name: 'Copy the link' }).waitFor();
    await made.getByRole('button', { name: 'I have copied it' }).click();
    const list = page.getByRole('list', { name: 'Reviewer links' });
    await list.getByText('0 downloads').waitFor();
    await list.getByText('Open', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(url.split('#')[1]);
    expect(await findings(page, looks)).toEqual([]);

    const guest = await desk.person();
    const asked: string[] = [];
    guest.page.on('request', (request) => asked.push(request.url()));
    await guest.page.goto(url);
    await guest.page.getByRole('heading', { name, level: 1 }).waitFor();
    await guest.page.getByText('You look at this as a reviewer, until').waitFor();
    expect(guest.page.url(), 'the secret does not stay').toBe(`${office.server.url}/review`);
    expect(asked.filter((one) => one.includes(url.split('#')[1] ?? '?'))).toEqual([]);
    expect(await guest.context.cookies()).toEqual([]);
    expect(await guest.page.title()).toContain(`${name} 1.0`);
    expect(await findings(guest.page, looks)).toEqual([]);
    await guest.page.reload();
    const begins = guest.page.waitForEvent('download');
    await guest.page
      .getByRole('table', { name: 'Files' })
      .getByRole('link', { name: /^Download a\.csv/ })
      .click();
    expect((await savedBytes(await begins)).toString()).toBe(`a of ${name}`);
    const whole = guest.page.waitForEvent('download');
    await guest.page.getByRole('link', { name: new RegExp(`^Download ${name} 1\\.0`) }).click();
    expect((await savedBytes(await whole)).subarray(0, 2).toString()).toBe('PK');
    await guest.page.getByRole('button', { name: 'Leave' }).click();
    await guest.page.getByRole('heading', { name: 'You have left the review' }).waitFor();
    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'This reviewer link is not complete' }).waitFor();
    expect(await findings(guest.page, looks)).toEqual([]);
    await guest.page.goto(`${office.server.url}/review#${'x'.repeat(43)}`);
    await guest.page.getByText('No reviewer link has this address.').waitFor();
    await guest.page.goto(url);
    await guest.page.getByRole('heading', { name, level: 1 }).waitFor();

    // Whoever is signed in as a user is nobody here: no call tells who looks. Their token is due to be renewed.
    const member = await desk.person();
    const origin = office.server.url;
    const due = `${Date.now() - 3_500_000}-${Date.now() + 100_000}`;
    await member.context.addCookies([
      { name: 'Portal-Token', value: 'a-users', url: origin },
      { name: 'Portal-Token-Expires', value: due, url: origin },
    ]);
    const calls: string[] = [];
    member.page.on('request', (request) => {
      const { authorization = 'nobody' } = request.headers();
      if (request.url().includes('/api/')) calls.push(`${new URL(request.url()).pathname} ${authorization}`);
    });
    await member.page.goto(url);
    await member.page.getByRole('table', { name: 'Files' }).waitFor();
    await member.page.waitForLoadState('networkidle');
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.filter((one) => one !== '/api/v1/review nobody' && !one.includes(' Bearer vtg_'))).toEqual(
      [],
    );
    expect(member.complaints.list).toEqual([]);

    await page.reload();
    await list.getByText('2 downloads').waitFor();
    await list.getByRole('button', { name: 'Revoke Journal, round 1' }).click();
    const asking = dialog(page, 'Revoke Journal, round 1?');
    await asking.getByText('running downloads are cut within 10 seconds').waitFor();
    await asking.getByRole('button', { name: 'Revoke' }).click();
    await list.getByText('Revoked', { exact: true }).waitFor();

    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'Your visit is over' }).waitFor();
    await guest.page.goto(`${office.server.url}/404`);
    await guest.page.goto(url);
    await guest.page.getByText('This reviewer link has ended.').waitFor();
    expect(complaints.list).toEqual([]);
    expect(guest.complaints.list).toEqual([]);

    await page.goto(`${office.server.url}/admin/dataset/download`);
    await page.getByText('Journal, round 1').first().waitFor();

    // The log: of the guest's lines, and of those by which they came, none has an address.
    const lines = office.server
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, string>);
    const guests = lines.filter(({ who, path }) => who === 'guest' || path?.endsWith('/review'));
    expect(new Set(guests.map(({ route }) => route))).toEqual(
      new Set([
        '/review',
        '/api/v1/review',
        '/api/v1/review/leave',
        '/api/v1/setting',
        '/api/v1/dataset/:id',
        '/api/v1/dataset/:id/files',
        '/api/v1/file/:datasetId/*',
        '/api/v1/download/:datasetId/*',
      ]),
    );
    expect(guests.filter(({ ip }) => ip !== undefined)).toEqual([]);
    expect(lines.some(({ who, ip }) => who?.startsWith('admin') && ip !== undefined)).toBe(true);
    expect(office.server.said()).not.toContain(new URL(url).hash.slice(1));
  });
});
