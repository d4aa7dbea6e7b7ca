import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatasetAccess } from '../../../contract/access.ts';
import type { ListedRequest } from '../../../contract/request-review.ts';
import type { OwnRequest, RequestFile } from '../../../contract/requests.ts';
import { DAY } from '../../shared/time.ts';
import { ADMIN, buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

const REASON = 'Because of the test.';
const questions = [
  { id: 'plan', kind: 'text', label: 'What is your plan?', help: '', required: true, options: [] },
  { id: 'site', kind: 'choice', label: 'Where?', help: '', required: true, options: ['Here', 'There'] },
  { id: 'sure', kind: 'tick', label: 'Are you sure?', help: '', required: true, options: [] },
  { id: 'ethics', kind: 'file', label: 'The approval', help: 'As a PDF.', required: true, options: [] },
  { id: 'more', kind: 'text', label: 'Anything else?', help: '', required: false, options: [] },
];
const answers = { plan: 'To read it.', site: 'Here', sure: true };

onEitherDatabase('access.md "Requests"', (database) => {
  let t: TestApp;
  let admin: string;
  let id: string;
  let number = 0;

  beforeAll(async () => {
    t = await buildTestApp({ database });
    admin = await t.adminToken();
    id = (await t.dataset({ name: 'Asking', files: { 'a.txt': 'abc' } })).dataset.id;
    await setForm(id, questions);
    await setPolicy(id);
    for (const [name, role] of [
      ['reviewing', 'none'],
      ['other', 'reviewer'],
    ])
      await sql(
        t,
        `insert into administrators (id, username, name, password_hash, role, created_at, disabled_at)
         select '${name}', '${name}@lab.example', '${name}', password_hash, '${role}', 1, null
           from administrators where username = '${ADMIN.username}'`,
      );
  }, 120_000);
  afterAll(() => t.close());

  const adminSession = async (name: string): Promise<string> => {
    const body = { ...ADMIN, username: `${name}@lab.example` };
    return (await t.call<{ token: string }>('POST', '/api/v1/admin/login', { body })).token;
  };
  const setPolicy = (of: string, policy = 'request') =>
    t.call('PUT', `/api/v1/admin/dataset/${of}/access`, { token: admin, body: { policy, termsId: null } });
  const setForm = (of: string, wanted: object[]) =>
    t.call('PUT', `/api/v1/admin/dataset/${of}/requestForm`, { token: admin, body: { questions: wanted } });
  const newUser = async (status?: 'pending' | 'suspended' | 'rejected' | 'needs_info') => {
    const email = `asks${++number}@example.org`;
    return { ...(await t.user(email, status ?? 'approved')), email };
  };
  const path = (of = id) => `/api/v1/dataset/${of}/request`;
  const own = (token: string) => t.call<OwnRequest>('GET', path(), { token });
  const save = (token: string, body: object) =>
    t.ask('PUT', path(), { token, body: { purpose: 'To know.', answers: {}, ...body } });
  const pdf = (content = '%PDF-1.7 something') => {
    const form = new FormData();
    form.append('questionId', 'ethics');
    form.append('file', new Blob([content]), 'approval.pdf');
    return form;
  };
  const addFile = (token: string, body = pdf()) =>
    t.call<RequestFile>('POST', `${path()}/file`, { token, body });
  const send = (token: string, body: object = {}) =>
    t.ask('POST', `${path()}/submission`, { token, body: { purpose: 'To know.', answers, ...body } });
  /** A request that is sent. */
  async function asked() {
    const user = await newUser();
    await addFile(user.token);
    expect((await send(user.token)).code).toBe(200);
    const [row] = await sql<{ id: string }>(t, `select id from requests where user_id = '${user.id}'`);
    return { ...user, request: row?.id ?? '' };
  }
  const review = async (request: string, status: string, body?: object, token = admin) =>
    t.ask('PUT', `/api/v1/admin/requestReview/${request}/${status}`, { token, ...(body && { body }) });
  const decided = async (request: string, status: string, body: object = { reason: REASON }) => {
    const { data } = await review(request, status, body);
    return (data as { reviewId: string } | undefined)?.reviewId ?? '';
  };
  const download = async (token: string) => {
    const answer = await t.inject('GET', `/api/v1/dataset/${id}/manifest?format=aria2`, { token });
    return answer.statusCode === 200 && /token=/.test(answer.body);
  };

  test('a draft is kept, whole or not; sending says what is missing, and makes it pending', async () => {
    const { token, id: userId } = await newUser('pending');
    const begin = await own(token);
    expect(begin).toMatchObject({ status: 'none', questions, mayAsk: true, answers: {}, isDraft: false });
    expect(begin.purpose, "the account's").not.toBe('');
    expect((await save(token, { answers: { plan: 'To' } })).code).toBe(200);
    expect(await own(token)).toMatchObject({
      status: 'draft',
      purpose: 'To know.',
      answers: { plan: 'To' },
      isDraft: true,
      timeline: [],
    });
    expect(await send(token, { answers: { plan: ' ' } })).toMatchObject({
      code: 400,
      errors: ['plan', 'site', 'sure', 'ethics'].map((each) => ({ path: `answers.${each}` })),
    });
    const file = await addFile(token);
    expect(await send(token, { message: 'Please.' })).toMatchObject({
      code: 200,
      data: { status: 'pending', answers, files: [{ ...file, questionId: 'ethics' }], isDraft: false },
    });
    const sent = await own(token);
    expect(sent.timeline).toMatchObject([{ from: null, to: 'pending', reason: 'Please.' }]);
    expect(sent.mayAsk).toBe(false);
    expect((await save(token, {})).code, 'it is with the lab').toBe(409);
    expect((await send(token)).code).toBe(409);
    expect(await t.call('GET', '/api/v1/requests', { token })).toMatchObject([
      { datasetId: id, datasetName: 'Asking', status: 'pending' },
    ]);
    const [row] = await sql<{ request_id: string; blob_key: string }>(
      t,
      `select request_id, blob_key from request_files where id = '${file.id}'`,
    );
    expect(await rowCount(t, `request_reviews where request_id = '${row?.request_id}'`)).toBe(1);
    expect(await rowCount(t, `blobs where key = '${row?.blob_key}' and state = 'kept'`)).toBe(1);
    await t.call('DELETE', `/api/v1/admin/user/${userId}`, { token: admin });
    const left = [
      `requests where user_id = '${userId}'`,
      `request_reviews where request_id = '${row?.request_id}'`,
      `request_files where id = '${file.id}'`,
      `blobs where key = '${row?.blob_key}' and state = 'kept'`,
    ];
    for (const rows of left) expect(await rowCount(t, rows), rows).toBe(0);
  });

  test('wrong answers: 400 at the question; an old question 409; 403 for those whom the lab refused', async () => {
    const { token } = await newUser();
    expect(await save(token, { answers: { site: 'Nowhere' } })).toMatchObject({
      code: 400,
      errors: [{ path: 'answers.site' }],
    });
    expect((await save(token, { answers: { sure: 'yes' } })).code).toBe(400);
    expect((await save(token, { answers: { ethics: 'x' } })).code).toBe(400);
    expect((await save(token, { answers: { gone: 'x' } })).code).toBe(409);
    expect((await t.ask('POST', `${path()}/file`, { token, body: pdf('no pdf at all') })).code).toBe(400);
    const large = pdf(`%PDF-${'x'.repeat(10 * 1_024 * 1_024)}`);
    expect((await t.ask('POST', `${path()}/file`, { token, body: large })).code).toBe(413);
    expect(await rowCount(t, `blobs where state = 'writing'`)).toBe(0);
    const fileFor = (question: string, name = 'a.pdf') => {
      const form = new FormData();
      form.append('questionId', question);
      form.append('file', new Blob(['%PDF-1.7']), name);
      return t.ask('POST', `${path()}/file`, { token, body: form });
    };
    expect(await fileFor('plan')).toMatchObject({ code: 400, errors: [{ path: 'questionId' }] });
    expect((await fileFor('gone')).code).toBe(409);
    for (const name of ['a.exe', 'a.pdf.html', 'a', '.pdf\u202e'])
      expect(await fileFor('ethics', name), name).toMatchObject({ code: 400, errors: [{ path: 'file' }] });
    expect((await own(token)).status, 'nothing was kept').toBe('none');
    expect(await fileFor('ethics', 'C:\\A.PDF')).toMatchObject({ code: 200, data: { name: 'A.PDF' } });
    for (const status of ['suspended', 'rejected'] as const) {
      const { token: refused } = await newUser(status);
      expect((await own(refused)).mayAsk).toBe(false);
      expect((await save(refused, {})).code, status).toBe(403);
      expect((await send(refused)).code, status).toBe(403);
    }
  });

  test('nobody sends answers to what they never saw: a form that changed meanwhile is loaded again', async () => {
    const { token } = await newUser();
    await addFile(token);
    const { revision } = await own(token);
    const [first, ...others] = questions;
    await setForm(id, [{ ...first, label: 'What is your plan for the embryos?' }, ...others]);
    const message = 'The questions of this dataset have changed. Load the form again.';
    expect(await send(token, { revision })).toMatchObject({
      code: 409,
      errors: [{ path: 'revision', message }],
    });
    const now = await own(token);
    expect(now.status, 'nothing was sent').toBe('draft');
    expect(now.revision).not.toBe(revision);
    expect((await send(token, { revision: now.revision })).code).toBe(200);
    await setForm(id, questions);
  });

  test('a question keeps its kind, and only a file answers what asks for one', async () => {
    const { token } = await newUser();
    await save(token, { answers: { ...answers, more: 'A text.' } });
    const body = { questions: questions.map((one) => (one.id === 'more' ? { ...one, kind: 'file' } : one)) };
    const set = () => t.ask('PUT', `/api/v1/admin/dataset/${id}/requestForm`, { token: admin, body });
    expect(await set()).toMatchObject({ code: 400, errors: [{ path: 'questions.4.kind' }] });
    // Taken out, and put in again as another kind.
    await setForm(id, questions.slice(0, 4));
    body.questions = body.questions.map((one) => (one.id === 'more' ? { ...one, required: true } : one));
    expect((await set()).code).toBe(200);
    await addFile(token);
    expect(await send(token)).toMatchObject({ code: 400, errors: [{ path: 'answers.more' }] });
    await setForm(id, questions.slice(0, 4));
    await setForm(id, questions);
  });

  test('while the lab has it, one sees what was sent, under the questions that it answers', async () => {
    const { token } = await asked();
    await setForm(id, [{ ...questions[4], label: 'Another form' }]);
    const seen = await own(token);
    expect(seen).toMatchObject({ questions, answers, files: [{ questionId: 'ethics' }] });
    await setForm(id, questions);
  });

  test('a file: one a question, replaced, removed, read by its owner alone', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const first = await addFile(one.token);
    const second = await addFile(one.token);
    expect((await own(one.token)).files).toEqual([second]);
    expect(await rowCount(t, `request_files where id = '${first.id}'`)).toBe(0);
    const read = (token: string) => t.inject('GET', `${path()}/file/${second.id}`, { token });
    const answer = await read(one.token);
    expect(answer.body).toContain('%PDF-1.7');
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect((await read(other.token)).statusCode).toBe(404);
    await t.call('DELETE', `${path()}/file/${second.id}`, { token: one.token });
    expect((await own(one.token)).files).toEqual([]);
    const most = 10 * 1_024 * 1_024;
    const whole = await addFile(one.token, pdf(`%PDF-${'x'.repeat(most - 5)}`));
    expect(whole.size, '10 MB are taken').toBe(most);
  });

  test('states and transitions are those of accounts; bytes come with the grant alone', async () => {
    const { token, request } = await asked();
    const allowed: Record<string, string[]> = {
      pending: ['granted', 'rejected', 'needs_info'],
      needs_info: ['granted'],
      rejected: ['granted'],
      granted: ['granted', 'ended'],
      ended: ['granted'],
    };
    for (const [from, tos] of Object.entries(allowed)) {
      if (from !== 'pending') {
        await sql(t, `update requests set status = '${from}', reviewed_at = null where id = '${request}'`);
      }
      expect(await download(token), from).toBe(from === 'granted');
      const page = await t.call<{ access: DatasetAccess }>('GET', `/api/v1/dataset/${id}`, { token });
      expect(page.access).toEqual({ policy: 'request', terms: null, toSign: null, request: from });
      for (const to of Object.keys(allowed)) {
        const answer = await review(request, to, { reason: REASON });
        expect(answer.code, `${from} to ${to}`).toBe(tos.includes(to) ? 200 : 409);
        if (answer.code !== 200) continue;
        const { reviewId } = answer.data as unknown as { reviewId: string };
        const undone = await t.ask('DELETE', `/api/v1/admin/requestReview/${reviewId}`, { token: admin });
        expect(undone.code, `${to} undone`).toBe(200);
      }
      expect((await own(token)).status).toBe(from);
    }
    for (const to of ['rejected', 'needs_info', 'ended'])
      expect(await review(request, to, {})).toMatchObject({ code: 400, errors: [{ path: 'reason' }] });
  });

  test('asking again: what was sent stays until it is sent anew; the mail follows after 10 s', async () => {
    const { token, email, request } = await asked();
    await decided(request, 'needs_info');
    t.clock.now += 10_000;
    expect((await t.mails()).filter(({ to, text }) => to === email && text.includes(REASON))).toHaveLength(1);
    await save(token, { answers: { ...answers, plan: 'Another plan.' } });
    const shown = () =>
      t.call<ListedRequest & { answers: object; timeline: object[] }>(
        'GET',
        `/api/v1/admin/request/${request}`,
        { token: admin },
      );
    expect((await shown()).answers, 'a draft is nobody else’s').toMatchObject(answers);
    expect((await own(token)).status).toBe('needs_info');
    expect((await send(token, { answers: { ...answers, plan: 'Another plan.' } })).code).toBe(200);
    const again = await shown();
    expect(again).toMatchObject({ status: 'pending', answers: { plan: 'Another plan.' }, questions });
    expect(again.timeline).toHaveLength(3);
  });

  test('mails are in the language of the last sign-in; the export has what was sent and saved', async () => {
    const { token, email, request } = await asked();
    const headers = { 'accept-language': 'zh-CN' };
    await t.inject('POST', '/api/v1/login', { body: { email, password: PASSWORD }, headers });
    await decided(request, 'needs_info');
    t.clock.now += 10_000;
    const mail = (await t.mails()).find(({ to, text }) => to === email && text.includes(REASON));
    expect(mail?.subject).toBe('您对“Asking”的使用申请需要补充信息');
    await save(token, { answers: { plan: 'Another plan.' } });
    const kept = (await t.inject('GET', '/api/v1/account/export', { token })).json();
    expect(kept.requests).toMatchObject([
      {
        datasetName: 'Asking',
        status: 'needs_info',
        reason: REASON,
        draft: {
          answers: expect.arrayContaining([{ question: 'What is your plan?', answer: 'Another plan.' }]),
        },
        files: [{ name: 'approval.pdf' }],
        steps: [{ to: 'pending' }, { to: 'needs_info', reason: REASON }],
      },
    ]);
    expect(kept.requests[0].answers).toEqual(
      expect.arrayContaining([
        { question: 'What is your plan?', answer: answers.plan },
        { question: 'Are you sure?', answer: true },
        { question: 'The approval', answer: 'approval.pdf' },
      ]),
    );
  });

  test('reviewers are rows: no role but owner implies them, and "none" sees its own queue only', async () => {
    const { request } = await asked();
    const reviewing = await adminSession('reviewing');
    const other = await adminSession('other');
    const list = async (token: string) =>
      (await t.call<{ count: number }>('GET', '/api/v1/admin/requestList', { token })).count;
    expect(await list(admin)).toBeGreaterThan(0);
    expect([await list(reviewing), await list(other)]).toEqual([0, 0]);
    expect((await review(request, 'granted', undefined, other)).code).toBe(404);
    const reviewers = await t.call<{ reviewers: object[] }>('PUT', `/api/v1/admin/dataset/${id}/reviewers`, {
      token: admin,
      body: { reviewers: [{ administratorId: 'reviewing', notice: 'at once' }] },
    });
    expect(reviewers.reviewers).toMatchObject([{ username: 'reviewing@lab.example', role: 'none' }]);
    expect(await list(reviewing)).toBe(await list(admin));
    expect(await list(other)).toBe(0);
    expect(await t.call('GET', '/api/v1/admin/requestQueue', { token: reviewing })).toMatchObject({
      datasets: [{ name: 'Asking' }],
    });
    expect((await review(request, 'granted', undefined, reviewing)).code).toBe(200);
    expect((await t.ask('GET', '/api/v1/admin/userList', { token: reviewing })).code).toBe(403);
    const people = (token: string) => t.ask('GET', `/api/v1/admin/dataset/${id}/people`, { token });
    expect(await people(reviewing)).toMatchObject({ code: 200, data: { count: expect.any(Number) } });
    expect((await people(other)).code).toBe(404);
    await t.call('PUT', `/api/v1/admin/dataset/${id}/reviewers`, { token: admin, body: { reviewers: [] } });
    expect(await list(reviewing)).toBe(0);
  });

  test('a reviewer sees what an institution vouches for', async () => {
    const { request, id: userId } = await asked();
    await sql(
      t,
      `insert into linked_identities (id, user_id, issuer, subject, affiliation, domains, linked_at)
       values ('linked', '${userId}', 'https://idp.example', 'ada', 'staff@example.org', 'example.org', 1)`,
    );
    const shown = await t.call('GET', `/api/v1/admin/request/${request}`, { token: admin });
    expect(shown).toMatchObject({
      institutions: [
        { institution: 'https://idp.example', subject: 'ada', affiliation: 'staff@example.org' },
      ],
    });
  });

  test('a grant ends by itself, with a reminder; several decisions at once', async () => {
    const [a, b] = [await asked(), await asked()];
    const grantedUntil = new Date(t.clock.now + 30 * DAY).toISOString();
    const many = await t.ask('PUT', '/api/v1/admin/requestReview', {
      token: admin,
      body: { ids: [a.request, b.request, 'nothing'], status: 'granted', grantedUntil },
    });
    expect(many).toMatchObject({
      code: 200,
      data: {
        done: [{ requestId: a.request }, { requestId: b.request }],
        failed: [{ requestId: 'nothing' }],
      },
    });
    const subjects = async () =>
      (await t.mails()).filter(({ to }) => to === a.email).map(({ subject }) => subject);
    t.clock.now += 17 * DAY;
    expect((await subjects()).filter((one) => one.includes('ends on'))).toHaveLength(1);
    t.clock.now += 13 * DAY;
    const token = await t.login(a.email);
    expect(await download(token)).toBe(false);
    expect((await subjects()).filter((one) => one.includes('has ended'))).toHaveLength(1);
    expect((await own(token)).timeline.at(-1)).toMatchObject({ from: 'granted', to: 'ended' });
  });

  test('a policy that is none any more opens what it closed; its form is no more', async () => {
    const { token } = await newUser();
    admin = await t.adminToken();
    expect(await download(token)).toBe(false);
    await setPolicy(id, 'portal');
    expect(await download(token)).toBe(true);
    expect((await t.ask('GET', path(), { token })).code).toBe(404);
    await setPolicy(id);
  });
});
