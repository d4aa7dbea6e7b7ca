import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatasetAccess } from '../../../contract/access.ts';
import type { Group } from '../../../contract/groups.ts';
import { groupLimits } from '../../../contract/request-limits.ts';
import type { ListedRequest } from '../../../contract/request-review.ts';
import type { OwnRequest } from '../../../contract/requests.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

const REASON = 'Because of the test.';
const question = { help: '', required: true, options: [] };
const questions = [
  { ...question, id: 'plan', kind: 'text', label: 'What is your plan?' },
  { ...question, id: 'ethics', kind: 'file', label: 'The approval' },
];

onEitherDatabase('access.md "Requests": Groups', (database) => {
  let t: TestApp;
  let admin: string;
  let id: string;
  let number = 0;

  beforeAll(async () => {
    t = await buildTestApp({ database });
    admin = await t.adminToken();
    id = await asking('Moths');
  }, 120_000);
  afterAll(() => t.close());

  /** A dataset that asks for a request with the questions. */
  async function asking(name: string): Promise<string> {
    const made = (await t.dataset({ name, files: { 'a.txt': 'abc' } })).dataset.id;
    const set = (what: string, body: object) =>
      t.call('PUT', `/api/v1/admin/dataset/${made}/${what}`, { token: admin, body });
    await set('requestForm', { questions });
    await set('access', { policy: 'request', termsId: null });
    return made;
  }
  async function person(status?: 'pending' | 'suspended' | 'rejected') {
    const email = `seat${++number}@example.org`;
    return { ...(await t.user(email, status ?? 'approved')), email };
  }
  const path = (of = id) => `/api/v1/dataset/${of}/request`;
  const own = (token: string, of = id) => t.call<OwnRequest>('GET', path(of), { token });
  const group = (token: string, of = id) => t.call<Group>('GET', `${path(of)}/group`, { token });
  async function send(token: string, of = id) {
    const form = new FormData();
    form.append('questionId', 'ethics');
    form.append('file', new Blob(['%PDF-1.7 something']), 'approval.pdf');
    await t.call('POST', `${path(of)}/file`, { token, body: form });
    const body = { purpose: 'To count moths.', answers: { plan: 'By night.' } };
    await t.call('POST', `${path(of)}/submission`, { token, body });
  }
  /** A person whose own request is sent, and its id. */
  async function leader(of = id) {
    const who = await person();
    await send(who.token, of);
    const [row] = await sql<{ id: string }>(t, `select id from requests where user_id = '${who.id}'`);
    return { ...who, request: row?.id ?? '' };
  }
  const ask = (token: string, addresses: string[], of = id) =>
    t.ask('POST', `${path(of)}/group`, { token, body: { addresses } });
  /** The links that were mailed to somebody, the first first. */
  const links = async (email: string) =>
    (await t.mails())
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\/groupInvitation#token=([\w-]{43})\n/.exec(text)?.[1] ?? []);
  const linkTo = async (email: string) => (await links(email)).at(-1) ?? '';
  const read = (token: string) => t.ask('POST', '/api/v1/groupInvitation/read', { body: { token } });
  const decline = (token: string) => t.ask('POST', '/api/v1/groupInvitation/decline', { body: { token } });
  const accept = (as: string, token: string) =>
    t.ask('POST', '/api/v1/groupInvitation/accept', { token: as, body: { token } });
  const requestOf = async (userId: string) =>
    (await sql<{ id: string }>(t, `select id from requests where user_id = '${userId}'`))[0]?.id ?? '';
  /** Somebody who joined. */
  async function member(of: { token: string }, who?: Awaited<ReturnType<typeof person>>) {
    const joining = who ?? (await person());
    expect((await ask(of.token, [joining.email])).code).toBe(200);
    expect((await accept(joining.token, await linkTo(joining.email))).code).toBe(200);
    return { ...joining, request: await requestOf(joining.id) };
  }
  const review = (request: string, status: string, body: object = { reason: REASON }) =>
    t.call<{ reviewId: string }>('PUT', `/api/v1/admin/requestReview/${request}/${status}`, {
      token: admin,
      body,
    });
  const list = (query: string) =>
    t.call<{ list: ListedRequest[] }>('GET', `/api/v1/admin/requestList?${query}`, { token: admin });
  const opens = async (token: string) => {
    const answer = await t.inject('GET', `/api/v1/dataset/${id}/manifest?format=aria2`, { token });
    return answer.statusCode === 200 && /token=/.test(answer.body);
  };

  test('who accepts has a request of their own with what was sent; nothing is typed twice', async () => {
    const ada = await leader();
    const bob = await person();
    expect(await ask(ada.token, [bob.email])).toEqual({ code: 200, msg: 'ok' });
    const [mail] = (await t.mails()).filter(({ to, text }) => to === bob.email && text.includes('groupInvi'));
    expect(mail?.subject).toBe('Ada Lovelace asks you to join a request for Moths at Vitrine');
    expect(mail?.text).toContain('Analytical Society');
    const link = await linkTo(bob.email);
    expect(await read(link)).toMatchObject({
      code: 200,
      data: { askedBy: 'Ada Lovelace', datasetName: 'Moths', datasetId: id },
    });
    expect(await accept(bob.token, link)).toMatchObject({ code: 200, data: { datasetId: id } });
    expect(await own(bob.token)).toMatchObject({
      status: 'pending',
      purpose: 'To count moths.',
      answers: { plan: 'By night.' },
      // The documents are those of the asker's request.
      questions: [{ id: 'plan' }],
      files: [],
      isDraft: false,
      timeline: [{ from: null, to: 'pending' }],
    });
    expect(await group(bob.token)).toEqual({ askedBy: 'Ada Lovelace', mayAsk: false, seats: [] });
    expect(await group(ada.token)).toMatchObject({
      askedBy: null,
      mayAsk: true,
      seats: [{ name: 'Ada Lovelace', status: 'pending' }],
    });
    expect(await t.call('GET', '/api/v1/requests', { token: bob.token })).toMatchObject([
      { datasetId: id, status: 'pending', askedBy: 'Ada Lovelace' },
    ]);
    // Answering the lab needs no document again.
    await review(await requestOf(bob.id), 'needs_info');
    const body = { purpose: 'To count moths.', answers: { plan: 'By day.' }, message: 'By day, then.' };
    expect(await t.ask('POST', `${path()}/submission`, { token: bob.token, body })).toMatchObject({
      code: 200,
      data: { status: 'pending' },
    });
    expect((await group(bob.token)).askedBy).toBe('Ada Lovelace');
  });

  test('a link is good once, for accepting or declining, until its day; a forged one never', async () => {
    const ada = await leader();
    const [bob, eve] = [await person(), await person()];
    await ask(ada.token, [bob.email]);
    const link = await linkTo(bob.email);
    const answers = await Promise.all([accept(bob.token, link), accept(eve.token, link)]);
    expect(answers.map(({ code }) => code).sort(), 'one of two wins').toEqual([200, 404]);
    for (const used of [await accept(eve.token, link), await decline(link), await read(link)])
      expect(used.code).toBe(404);
    for (const forged of ['x', link.slice(0, -1), `${link}x`, ''])
      expect((await read(forged)).code, forged).not.toBe(200);
    const late = await person();
    await ask(ada.token, [late.email]);
    const old = await linkTo(late.email);
    t.clock.now += groupLimits.days * DAY;
    expect((await read(old)).code).toBe(404);
    admin = await t.adminToken();
    expect((await accept(await t.login(late.email), old)).code).toBe(404);
    // Then the asker may ask again.
    await ask(await t.login(ada.email), [late.email]);
    expect(await links(late.email)).toHaveLength(2);
    expect((await read(await linkTo(late.email))).code).toBe(200);
  });

  test('the mailed secret is what counts: another address may accept, the asker may not', async () => {
    const ada = await leader();
    await ask(ada.token, ['bob.at.work@example.org', ada.email]);
    const bob = await person();
    expect((await accept(ada.token, await linkTo(ada.email))).code).toBe(409);
    expect((await accept(bob.token, await linkTo('bob.at.work@example.org'))).code).toBe(200);
    const [joined] = (await list(`group=${ada.request}`)).list.filter(({ askedBy }) => askedBy);
    expect(joined?.email, 'the lab decides about the account').toBe(bob.email);
  });

  test('who has no account registers first; who is refused, or has asked already, takes no seat', async () => {
    const ada = await leader();
    const late = `seat${++number}@example.org`;
    await ask(ada.token, [late]);
    const link = await linkTo(late);
    expect((await t.ask('POST', '/api/v1/groupInvitation/accept', { body: { token: link } })).code).toBe(401);
    const registered = await t.user(late, 'pending');
    expect((await accept(registered.token, link)).code, 'while the account waits').toBe(200);
    for (const status of ['suspended', 'rejected'] as const) {
      const refused = await person(status);
      await ask(ada.token, [refused.email]);
      const to = await linkTo(refused.email);
      expect((await accept(refused.token, to)).code, status).toBe(403);
      expect((await read(to)).code, 'it is not used up').toBe(200);
    }
    const other = await leader();
    await ask(ada.token, [other.email]);
    expect((await accept(other.token, await linkTo(other.email))).code).toBe(409);
    // What somebody had begun to type stays theirs.
    const drafting = await person();
    const body = { purpose: 'Mine.', answers: { plan: 'My own.' } };
    await t.call('PUT', path(), { token: drafting.token, body });
    await member(ada, drafting);
    expect(await own(drafting.token)).toMatchObject({
      status: 'pending',
      purpose: 'To count moths.',
      answers: { plan: 'By night.' },
    });
    const shown = await t.call('GET', `/api/v1/admin/request/${await requestOf(drafting.id)}`, {
      token: admin,
    });
    expect(shown).toMatchObject({ purpose: 'To count moths.', answers: { plan: 'By night.' } });
    await review(await requestOf(drafting.id), 'rejected');
    expect(await own(drafting.token)).toMatchObject({ purpose: 'Mine.', answers: { plan: 'My own.' } });
  });

  test('who was refused and then joins keeps what they had sent, documents too', async () => {
    const ada = await leader();
    const bob = await person();
    await send(bob.token);
    const request = await requestOf(bob.id);
    await review(request, 'rejected');
    await member(ada, bob);
    const files = () => rowCount(t, `request_files where request_id = '${request}'`);
    expect(await files()).toBe(1);
    await review(request, 'needs_info');
    expect(await own(bob.token)).toMatchObject({ isDraft: true, purpose: 'To count moths.', files: [] });
    const body = { purpose: 'To count more.', answers: { plan: 'By day.' } };
    await t.call('PUT', path(), { token: bob.token, body });
    expect(await files(), 'a draft of who joined keeps it').toBe(1);
    // The asker's account goes: the request is an ordinary one, and asks for the document that is there.
    await t.call('POST', '/api/v1/account/deletion', { token: ada.token, body: { password: PASSWORD } });
    expect(await own(bob.token)).toMatchObject({
      purpose: 'To count more.',
      questions: [{ id: 'plan' }, { id: 'ethics' }],
      files: [{ name: 'approval.pdf' }],
    });
    expect((await t.ask('POST', `${path()}/submission`, { token: bob.token, body })).code).toBe(200);
  });

  test('threat 22: the same answer and the same work for any address; threat 27: plain ones only', async () => {
    const ada = await leader();
    const [known, suspended, declined] = [await person(), await person('suspended'), await person()];
    await ask(ada.token, [declined.email]);
    expect((await decline(await linkTo(declined.email))).code).toBe(200);
    const addresses = ['nobody@example.org', known.email, suspended.email, declined.email, ada.email];
    for (const address of [...addresses, 'nobody@example.org']) {
      const before = await rowCount(t, 'outbox');
      const answer = await t.inject('POST', `${path()}/group`, {
        token: ada.token,
        body: { addresses: [address] },
      });
      expect(answer.json(), address).toEqual({ code: 200, msg: 'ok' });
      expect(await rowCount(t, 'outbox'), `${address}: one mail is written, sent or not`).toBe(before + 1);
    }
    expect((await ask(ada.token, [...addresses, ...addresses])).code).toBe(200);
    expect(await links('nobody@example.org'), 'asked thrice').toHaveLength(1);
    expect(await links(declined.email), 'never again by that request').toHaveLength(1);
    t.clock.now += 30 * DAY;
    admin = await t.adminToken();
    await t.app.settle();
    await ask(await t.login(ada.email), [declined.email, 'nobody@example.org']);
    expect([await links(declined.email), await links('nobody@example.org')]).toMatchObject([[{}], [{}, {}]]);
    for (const wrong of ['x', 'a@b', 'a@b.org\r\nBcc: c@d.org', '"a b"@c.org', 'a@b.org,c@d.org']) {
      const token = await t.login(ada.email);
      expect(await ask(token, ['fine@example.org', wrong]), wrong).toMatchObject({
        code: 400,
        errors: [{ path: 'addresses.1' }],
      });
    }
    expect(await links('fine@example.org')).toEqual([]);
  });

  test('nobody is listed before accepting: not to the asker, the reviewers, the lab, or a stolen copy', async () => {
    const ada = await leader();
    const address = 'quiet.person@example.org';
    await ask(ada.token, [address]);
    await t.mails();
    expect(await group(ada.token)).toMatchObject({ seats: [] });
    for (const url of [
      '/api/v1/admin/requestList',
      `/api/v1/admin/request/${ada.request}`,
      '/api/v1/admin/mails',
      `/api/v1/admin/mails?state=sent`,
      `/api/v1/admin/mails?state=sent&keyword=quiet`,
      '/api/v1/admin/audit',
      '/api/v1/admin/userList?keyword=quiet',
    ]) {
      const answer = await t.inject('GET', url, { token: admin });
      expect(answer.statusCode, url).toBe(200);
      expect(answer.body, url).not.toContain('quiet.person');
    }
    const rows = await sql(t, 'select * from group_invitations');
    expect(JSON.stringify(rows)).not.toContain('quiet.person');
    expect(JSON.stringify(rows)).not.toContain(await linkTo(address));
  });

  test('mail bombing: bounded by request, by day, and by who is asked, whoever asks', async () => {
    const ada = await leader();
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `n${from + index}.${ada.id.toLowerCase()}@example.org`);
    expect((await ask(ada.token, many(0, groupLimits.addresses + 1))).code).toBe(400);
    expect((await ask(ada.token, [])).code).toBe(400);
    expect((await ask(ada.token, many(0, 20))).code).toBe(200);
    expect((await ask(ada.token, many(20, 20))).code).toBe(200);
    const refused = await t.inject('POST', `${path()}/group`, {
      token: ada.token,
      body: { addresses: many(40, 11) },
    });
    expect(refused.json()).toMatchObject({ code: 409, errors: [{ path: 'addresses' }] });
    const other = await asking('Owls');
    await send(ada.token, other);
    const over = await t.inject('POST', `${path(other)}/group`, {
      token: ada.token,
      body: { addresses: many(0, 11) },
    });
    expect(over.json()).toMatchObject({ code: 429, errors: [{ path: 'addresses' }] });
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect(await rowCount(t, `group_invitations where request_id = '${ada.request}'`), 'none of them').toBe(
      40,
    );
    const victim = 'victim@example.org';
    for (let asked = 0; asked < groupLimits.mailsPerDay + 1; asked++) {
      const { token } = await leader();
      // A tag makes no other mailbox.
      expect((await ask(token, [asked % 2 ? victim : 'victim+x@example.org'])).code).toBe(200);
    }
    const mails = async () => [...(await links(victim)), ...(await links('victim+x@example.org'))].length;
    expect(await mails()).toBe(groupLimits.mailsPerDay);
    t.clock.now += DAY;
    expect(await mails(), 'the rest a day later').toBe(groupLimits.mailsPerDay + 1);
    admin = await t.adminToken();
  }, 120_000);

  test('only an approved account with a request that is sent asks for others, and not who joined', async () => {
    const waiting = await person('pending');
    await send(waiting.token);
    expect((await ask(waiting.token, ['a@example.org'])).code).toBe(403);
    expect((await group(waiting.token)).mayAsk).toBe(false);
    const { token } = await person();
    expect((await ask(token, ['a@example.org'])).code).toBe(409);
    await t.call('PUT', path(), { token, body: { purpose: 'To', answers: {} } });
    expect((await ask(token, ['a@example.org'])).code, 'a draft').toBe(409);
    const ada = await leader();
    const bob = await member(ada);
    expect((await ask(bob.token, ['a@example.org'])).code, 'who joined').toBe(409);
    expect((await t.ask('GET', '/api/v1/dataset/nothing/request/group', { token })).code).toBe(404);
  });

  test('the reviewer sees the group together; one bulk action, or one by one; each grant is its own', async () => {
    const ada = await leader();
    const [bob, eve] = [await member(ada), await member(ada)];
    const { list: rows } = await list(`group=${ada.request}`);
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set([ada.request, bob.request, eve.request]));
    expect(rows.find((row) => row.id === ada.request)).toMatchObject({ askedBy: null, joined: 2 });
    expect(rows.find((row) => row.id === eve.request)).toMatchObject({
      askedBy: { id: ada.request, name: 'Ada Lovelace' },
      joined: 0,
      purpose: 'To count moths.',
    });
    const shown = await t.call<{ group: { id: string }[] }>('GET', `/api/v1/admin/request/${bob.request}`, {
      token: admin,
    });
    expect(shown.group[0], 'the asker first').toMatchObject({ id: ada.request, status: 'pending' });
    expect(new Set(shown.group.map((one) => one.id))).toEqual(new Set(rows.map((row) => row.id)));
    await t.call('PUT', '/api/v1/admin/requestReview', {
      token: admin,
      body: { ids: rows.map((row) => row.id), status: 'granted' },
    });
    expect([await opens(ada.token), await opens(bob.token), await opens(eve.token)]).toEqual([
      true,
      true,
      true,
    ]);
    // Asking goes on once it is granted, and what is over is over.
    const [late, later] = [await person(), await person()];
    await ask(ada.token, [late.email, later.email]);
    expect((await accept(late.token, await linkTo(late.email))).code).toBe(200);
    await review(ada.request, 'ended');
    expect([await opens(ada.token), await opens(bob.token)], 'each is its own').toEqual([false, true]);
    expect((await accept(later.token, await linkTo(later.email))).code, 'no further seats').toBe(404);
    expect((await ask(ada.token, ['a@example.org'])).code).toBe(409);
    await review(bob.request, 'ended');
    expect([await opens(bob.token), await opens(eve.token)]).toEqual([false, true]);
    const states = (await group(ada.token)).seats.map(({ status }) => status);
    expect(states.sort()).toEqual(['ended', 'granted', 'pending']);
  });

  test('each signs the terms alone', async () => {
    const ada = await leader();
    const bob = await member(ada);
    await review(ada.request, 'granted', {});
    await review(bob.request, 'granted', {});
    const body = { title: 'Of moths', text: '# Use' };
    const set = await t.call<{ id: string }>('POST', '/api/v1/admin/terms', { token: admin, body });
    const policy = (termsId: string | null) =>
      t.call('PUT', `/api/v1/admin/dataset/${id}/access`, {
        token: admin,
        body: { policy: 'request', termsId },
      });
    await policy(set.id);
    for (const { token } of [ada, bob]) {
      const page = await t.call<{ access: DatasetAccess }>('GET', `/api/v1/dataset/${id}`, { token });
      expect(page.access).toMatchObject({ request: 'granted', toSign: 'unsigned' });
      expect(await opens(token)).toBe(false);
    }
    await policy(null);
  });

  test('a deleted account leaves no seat and no invitation; whom it asked stay', async () => {
    const ada = await leader();
    const [bob, eve] = [await member(ada), await member(ada)];
    await review(bob.request, 'granted', {});
    await ask(ada.token, ['open@example.org']);
    const open = await linkTo('open@example.org');
    const exported = (await t.inject('GET', '/api/v1/account/export', { token: bob.token })).json();
    expect(exported.requests).toMatchObject([{ askedBy: 'Ada Lovelace', purpose: 'To count moths.' }]);
    await t.call('POST', '/api/v1/account/deletion', { token: eve.token, body: { password: PASSWORD } });
    expect(await rowCount(t, `requests where id = '${eve.request}'`)).toBe(0);
    expect((await group(ada.token)).seats).toHaveLength(1);
    expect(await rowCount(t, `group_invitations where request_id = '${ada.request}'`), 'bob’s, and one').toBe(
      2,
    );
    await t.call('POST', '/api/v1/account/deletion', { token: ada.token, body: { password: PASSWORD } });
    expect(await rowCount(t, `group_invitations where request_id = '${ada.request}'`)).toBe(0);
    expect((await read(open)).code).toBe(404);
    expect(await opens(bob.token), 'each grant is its own').toBe(true);
    expect(await group(bob.token)).toMatchObject({ askedBy: null, mayAsk: true });
    const asked = async () => (await own(bob.token)).questions.map((one) => one.id);
    expect(await asked(), 'as it was sent').toEqual(['plan']);
    await review(bob.request, 'ended');
    expect(await asked()).toEqual(['plan', 'ethics']);
  });

  test('an invitation is good as long as its asker is: over with a suspension, unsent with a deletion', async () => {
    const ada = await leader();
    await ask(ada.token, ['waits@example.org']);
    const link = await linkTo('waits@example.org');
    const bob = await person();
    const set = (status: string, body?: object) =>
      t.call('PUT', `/api/v1/admin/userReview/${ada.id}/${status}`, { token: admin, ...(body && { body }) });
    await set('suspended', { reason: REASON });
    expect((await read(link)).code).toBe(404);
    expect((await accept(bob.token, link)).code).toBe(404);
    await set('approved');
    expect((await read(link)).code, 'it is not used up').toBe(200);
    const victim = 'often.asked@example.org';
    for (let asked = 0; asked < groupLimits.mailsPerDay; asked++) await ask((await leader()).token, [victim]);
    const again = { token: await t.login(ada.email) };
    await ask(again.token, [victim]);
    await t.app.settle();
    const waiting = () => rowCount(t, `outbox where recipient = '${victim}' and sent_at is null`);
    expect(await waiting(), 'over the day’s').toBe(1);
    await t.call('POST', '/api/v1/account/deletion', { token: again.token, body: { password: PASSWORD } });
    expect(await waiting()).toBe(0);
  });

  test('links that are over go with the others; that somebody declined stays', async () => {
    const ada = await leader();
    await ask(ada.token, ['over@example.org', 'declined@example.org']);
    await decline(await linkTo('declined@example.org'));
    const left = () => rowCount(t, `group_invitations where request_id = '${ada.request}'`);
    t.clock.now += (groupLimits.days + 29) * DAY;
    await t.app.settle();
    expect(await left()).toBe(2);
    t.clock.now += 2 * DAY;
    await t.app.settle();
    expect(await left()).toBe(1);
    admin = await t.adminToken();
  });
});
