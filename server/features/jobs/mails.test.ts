import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueuedMail } from '../../../contract/jobs.ts';
import type { Page } from '../../../contract/lists.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { sql } from '../../testing/look-inside.ts';

onEitherDatabase('issue 6: the list of mails', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
    await sql(t, 'delete from outbox');
  });
  afterAll(() => t.close());

  const list = (query = '') => t.call<Page<QueuedMail>>('GET', `/api/v1/admin/mails?${query}`, { token });
  const resend = (id: string) => t.ask('POST', `/api/v1/admin/mails/${id}/resend`, { token });
  let made = 0;
  /** A row of the outbox that no server sends during this test. */
  async function mail(recipient: string, is: Record<string, string | number | null>): Promise<string> {
    const id = `mail${++made}`;
    const row = {
      id,
      recipient,
      subject: '12345678 is your code',
      body: 'The code is 12345678.',
      html: '',
      created_at: t.clock.now + made,
      not_before: t.clock.now + 1_000_000_000,
      attempts: 0,
      ...is,
    };
    const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : value));
    await sql(
      t,
      `insert into outbox (${Object.keys(row)}) values (${values.map((value) => value ?? 'null')})`,
    );
    return id;
  }

  test('what has not left, newest first: waiting, tried again, given up; sent ones when asked for', async () => {
    await mail('waiting@example.org', {});
    await mail('failing@example.org', { attempts: 4, last_error: 'connect ECONNREFUSED' });
    await mail('gone@example.org', { attempts: 3, last_error: '550 no such user', given_up_at: 5, body: '' });
    // Lately: recipients are removed some time after a mail was sent.
    await mail('sent@example.org', { attempts: 1, sent_at: t.clock.now });
    // A decoy row (threat 22), never a mail to send.
    await mail('nobody@example.org', { sent_at: t.clock.now });
    const states = async (query = '') =>
      (await list(query)).list.map(({ recipient, state }) => [recipient.split('@')[0], state]);
    expect(await states()).toEqual([
      ['gone', 'givenUp'],
      ['failing', 'failing'],
      ['waiting', 'waiting'],
    ]);
    expect(await states('state=sent')).toEqual([['sent', 'sent']]);
    expect(await states('state=failing')).toEqual([['failing', 'failing']]);
    expect(await states('state=waiting')).toEqual([['waiting', 'waiting']]);
    expect(await states('state=givenUp')).toEqual([['gone', 'givenUp']]);
    expect(await states('keyword=FAIL')).toEqual([['failing', 'failing']]);
    expect(await states('sort=createdAt&order=asc&pageSize=1')).toEqual([['waiting', 'waiting']]);
    expect((await list('pageSize=1&pageIndex=3')).count).toBe(3);
    const [gone, failing] = (await list()).list;
    expect(gone).toMatchObject({ note: '550 no such user', attempts: 3, runAt: null, canResend: false });
    expect(failing).toMatchObject({ note: 'connect ECONNREFUSED', endedAt: null, about: 'other' });
    expect(Date.parse(failing?.runAt ?? '')).toBeGreaterThan(t.clock.now);
    for (const bad of ['state=lost', 'sort=recipient', 'subject=x'])
      expect((await t.ask('GET', `/api/v1/admin/mails?${bad}`, { token })).code, bad).toBe(400);
  });

  test('no word of a mail leaves the house: a code in it is for its reader alone', async () => {
    await mail('secret@example.org', {});
    const { body } = await t.inject('GET', '/api/v1/admin/mails', { token });
    expect(body).toContain('secret@example.org');
    expect(body).not.toMatch(/12345678|is your code/);
  });

  test('a decision’s mail keeps its words when it is given up, and can be sent again; any other cannot', async () => {
    const { id: userId } = await t.user('again@example.org', 'pending');
    const { reviewId } = await t.call<{ reviewId: string }>(
      'PUT',
      `/api/v1/admin/userReview/${userId}/rejected`,
      { token, body: { reason: 'Out of scope.' } },
    );
    const given = { attempts: 3, last_error: '550', given_up_at: 5 };
    await sql(
      t,
      `update outbox set attempts = 3, last_error = '550', given_up_at = 5 where review_id = '${reviewId}'`,
    );
    const other = await mail('other@example.org', { ...given, body: '' });
    const [row] = (await list('keyword=again@')).list;
    expect(row).toMatchObject({ about: 'decision', state: 'givenUp', canResend: true });
    expect(await resend(row?.id ?? '')).toMatchObject({ code: 200 });
    expect((await resend(row?.id ?? '')).code, 'twice').toBe(409);
    expect((await resend(other)).code).toBe(409);
    expect((await resend('nonsense')).code).toBe(404);
    await t.app.settle();
    const mailed = (await t.mails()).filter(({ to }) => to.includes('again@example.org'));
    expect(mailed.at(-1)?.text).toContain('Out of scope.');
    expect(await list('keyword=again@')).toMatchObject({ count: 0 });
  });
});
