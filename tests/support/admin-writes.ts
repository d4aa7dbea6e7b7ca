import { expect } from 'vitest';
import type { ConfigEntry } from '../../contract/configuration.ts';
import type { DictEntry } from '../../contract/dictionary-entry.ts';
import type { Setting } from '../../contract/setting.ts';
import {
  ADMIN_PASSWORD,
  administrator,
  codeAt,
  enrol,
  invitedToken,
  type TestAdministrator,
} from '../../server/testing/administrators.ts';
import type { TestApp } from '../../server/testing/build-test-app.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { institutionWrites } from './institution-writes.ts';
import type { Made } from './made.ts';
import { requestWrites } from './request-writes.ts';
import { reviewerWrites } from './reviewer-writes.ts';
import { termsWrites } from './terms-writes.ts';

/** A good password beside the one that test administrators begin with. */
export const NEXT_PASSWORD = 'eleven paper boats in a thunderstorm';
/** Of a decision: names the person, as reasons may. */
export const REASON = 'Dear Ada, grace@example.org could not confirm you.';

const textFile = (...names: string[]): FormData => {
  const form = new FormData();
  for (const name of names) form.append('subsets', new Blob(['a,b\n']), name);
  return form;
};

/**
 * How each writing call of an administrator is brought to succeed, by `<METHOD> <path>`, with what its row in the audit
 * log must hold.
 * @param keep is given every secret that the calls make
 */
export function adminWrites(
  t: TestApp,
  owner: TestAdministrator,
  keep: <T extends string>(secret: T) => T,
): Record<string, () => Promise<Made>> {
  let many = 0;
  const fresh = (what: string): string => `${what}${++many}`;
  const newAdministrator = async (): Promise<TestAdministrator> => {
    const admin = await administrator(t, 'owner', `${fresh('admin')}@lab.example`);
    keep(admin.token);
    return admin;
  };
  const newRecall = async () => {
    // Bytes that nobody has.
    const { dataset } = await t.dataset({ name: fresh('Dataset '), files: { 'x.csv': fresh('recalled ') } });
    const path = `/api/v1/admin/dataset/${dataset.id}/recalls`;
    const { id } = await t.call<{ id: string }>('POST', path, { token: owner.token, body: { whole: true } });
    return { id, subject: `${dataset.name} 1.0` };
  };
  const newUser = async (...[status]: [Parameters<TestApp['user']>[1]?]) => {
    const user = await t.user(`${fresh('grace')}@example.org`, status);
    keep(user.token);
    return user;
  };

  const newEntry = () =>
    t.call<DictEntry>('POST', '/api/v1/dict/data', {
      token: owner.token,
      body: { dictType: 'organ', dictLabel: 'Lung', dictValue: fresh('lung') },
    });
  const newConfig = () =>
    t.call<ConfigEntry>('POST', '/api/v1/config', {
      token: owner.token,
      body: { configName: 'A key', configKey: fresh('lab.old'), configValue: '1' },
    });

  return {
    ...requestWrites(t, owner, newUser, REASON),
    ...termsWrites(t, owner),
    ...reviewerWrites(t),
    'POST /api/v1/admin/folders': async () => ({ subject: 'A folder to upload into' }),
    'POST /api/v1/admin/restored/open': async () => {
      await sql(
        t,
        `insert into secrets (name, value) values ('restored', '{"snapshotAt":0,"restoredAt":1}')`,
      );
      const [before, after] = ['closed', 'open'].map((downloads) => ({ downloads }));
      return { subject: 'downloads', before, after };
    },
    'POST /api/v1/admin/jobs/:id/retry': async () => {
      const id = fresh('job');
      await sql(
        t,
        `insert into jobs (id, kind, subject, payload, state, priority, run_at, attempts, done, total, note, created_at)
         values ('${id}', 'test', 'scan 7', '{}', 'failed', 0, 0, 12, 0, 0, 'No space.', 0)`,
      );
      const [before, after] = ['failed', 'waiting'].map((state) => ({ kind: 'test', state }));
      return { params: { id }, subject: 'scan 7', before, after };
    },
    'POST /api/v1/admin/mails/:id/resend': async () => {
      const { id: userId } = await newUser('pending');
      const { reviewId } = await t.call<{ reviewId: string }>(
        'PUT',
        `/api/v1/admin/userReview/${userId}/needs_info`,
        { token: owner.token, body: { reason: REASON } },
      );
      const id = fresh('mail');
      await sql(
        t,
        `insert into outbox (id, recipient, subject, body, html, created_at, not_before, given_up_at, attempts, review_id)
         values ('${id}', 'grace@example.org', 'Decided', 'Words', '', 0, 0, 1, 3, '${reviewId}')`,
      );
      const [before, after] = ['given up', 'waiting'].map((mail) => ({ mail }));
      return { params: { id }, subject: `user ${userId}`, before, after };
    },
    'POST /api/v1/admin/problemReports/:id/answer': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset ') });
      const { token } = await newUser('pending');
      const body = { datasetId: dataset.id, message: REASON };
      await t.call('POST', '/api/v1/problemReports', { token, body });
      const { list } = await t.call<{ list: { id: string }[] }>('GET', '/api/v1/admin/problemReports', {
        token: owner.token,
      });
      const id = list[0]?.id ?? '';
      const [before, after] = ['open', 'answered'].map((state) => ({ report: id, state }));
      return {
        params: { id },
        body: { answer: REASON },
        subject: `${dataset.name} 1.0`,
        before,
        after,
      };
    },
    'PUT /api/v1/admin/dataset/:id/place': async () => {
      const modality = fresh('Modality ');
      const [first, second] = [fresh('Dataset a'), fresh('Dataset b')];
      const made = [];
      for (const name of [first, second]) made.push((await t.dataset({ name })).dataset);
      for (const { id } of made)
        await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, {
          token: owner.token,
          body: { modalityName: modality },
        });
      const { id, name } = made[1] ?? { id: '', name: '' };
      const [before, after] = [{ place: 2 }, { place: 1 }];
      return { params: { id }, body: { after: null }, subject: `${name} 1.0`, before, after };
    },
    'PUT /api/v1/admin/subset/:id/place': async () => {
      const { subsetList } = await t.dataset({
        name: fresh('Dataset '),
        files: { 'a.csv': 'a', 'b.csv': 'b' },
      });
      const { id, path } = subsetList[1] ?? { id: '', path: '' };
      return {
        params: { id },
        body: { after: null },
        subject: path,
        before: { place: 2 },
        after: { place: 1 },
      };
    },
    'POST /api/v1/admin/totp': async () => {
      const by = await newAdministrator();
      return {
        by,
        body: { password: ADMIN_PASSWORD },
        subject: by.username,
        before: { totp: 'off' },
        after: { totp: 'begun' },
      };
    },
    'POST /api/v1/admin/totp/confirm': async () => {
      const by = await newAdministrator();
      const { secret } = await t.call<{ secret: string }>('POST', '/api/v1/admin/totp', {
        token: by.token,
        body: { password: ADMIN_PASSWORD },
      });
      const code = keep(codeAt(keep(secret), t.clock.now));
      return { by, body: { code }, subject: by.username, before: { totp: 'begun' }, after: { totp: 'on' } };
    },
    'POST /api/v1/admin/totp/disable': async () => {
      const by = await newAdministrator();
      const { secret, recoveryCodes } = await enrol(t, by);
      keep(secret);
      recoveryCodes.forEach(keep);
      const body = { password: ADMIN_PASSWORD, code: recoveryCodes[0] };
      return { by, body, subject: by.username, before: { totp: 'on' }, after: { totp: 'off' } };
    },
    'POST /api/v1/admin/changePassword': async () => {
      const by = await newAdministrator();
      const body = { oldPassword: ADMIN_PASSWORD, newPassword: NEXT_PASSWORD };
      return { by, body, subject: by.username, after: { password: 'changed' } };
    },
    ...institutionWrites(t, newAdministrator, keep),
    'POST /api/v1/admin/invitations': async () => {
      const email = `${fresh('invited')}@lab.example`;
      const after = { role: 'curator', expiresAt: expect.any(String) };
      return { body: { email, role: 'curator' }, subject: email, after };
    },
    'DELETE /api/v1/admin/invitations/:id': async () => {
      const email = `${fresh('invited')}@lab.example`;
      const { id } = await t.call<{ id: string }>('POST', '/api/v1/admin/invitations', {
        token: owner.token,
        body: { email, role: 'auditor' },
      });
      keep(await invitedToken(t, email));
      return { params: { id }, subject: email, before: { role: 'auditor', expiresAt: expect.any(String) } };
    },
    'PUT /api/v1/admin/administrators/:id': async () => {
      const { id, username } = await newAdministrator();
      const before = { role: 'owner', disabledAt: null };
      const after = { role: 'auditor', disabledAt: new Date(t.clock.now).toISOString() };
      return { params: { id }, body: { role: 'auditor', disabled: true }, subject: username, before, after };
    },
    'PUT /api/v1/admin/approvalPolicy': async () => {
      const body = {
        mode: 'rules',
        domains: ['university.example'],
        addresses: ['grace@example.org'],
        approvalDays: 365,
        notice: 'daily',
      };
      const after = {
        mode: 'rules',
        domains: ['university.example'],
        addresses: { listed: 1, added: 1, removed: 0 },
      };
      return {
        body,
        subject: 'approval policy',
        before: expect.objectContaining({ mode: 'by hand', domains: [], addresses: { listed: 0 } }),
        after: expect.objectContaining(after),
      };
    },
    'POST /api/v1/dict/data': async () => {
      const dictValue = fresh('organ');
      const after = expect.objectContaining({ dictType: 'organ', dictValue, status: '0' });
      return { body: { dictType: 'organ', dictLabel: 'Heart', dictValue }, subject: 'organ: Heart', after };
    },
    ...Object.fromEntries(
      ['/', ''].map((slash) => [
        `PUT /api/v1/dict/data${slash}`,
        async () => {
          const { dictCode } = await newEntry();
          t.clock.now += 1_000;
          const updatedAt = expect.any(String);
          const [before, after] = ['0', '1'].map((status) => ({ status, updatedAt }));
          return { body: { dictCode, status: '1' }, subject: 'organ: Lung', before, after };
        },
      ]),
    ),
    'DELETE /api/v1/dict/data/:id': async () => {
      const before = await newEntry();
      return { params: { id: before.dictCode }, subject: 'organ: Lung', before, after: { deleted: true } };
    },
    'POST /api/v1/config': async () => {
      const configKey = fresh('lab.key');
      const after = expect.objectContaining({ configKey, configValue: '1', configType: 'N' });
      return { body: { configName: 'A key', configKey, configValue: '1' }, subject: configKey, after };
    },
    'PUT /api/v1/config': async () => {
      const { configId, configKey } = await newConfig();
      t.clock.now += 1_000;
      const updatedAt = expect.any(String);
      const [before, after] = ['1', '2'].map((configValue) => ({ configValue, updatedAt }));
      return { body: { configId, configValue: '2' }, subject: configKey, before, after };
    },
    'DELETE /api/v1/config/:id': async () => {
      const before = await newConfig();
      return { params: { id: before.configId }, subject: before.configKey, before, after: { deleted: true } };
    },
    'POST /api/v1/setting': async () => {
      const { name } = await t.call<Setting>('GET', '/api/v1/setting');
      return {
        body: { name: 'Labor Süd' },
        subject: 'site settings',
        before: { name },
        after: { name: 'Labor Süd' },
      };
    },
    'POST /api/v1/admin/addDataset': async () => {
      const name = fresh('Dataset ');
      const form = new FormData();
      for (const [key, value] of Object.entries({ name, version: '2.0', modalityName: 'MRI' }))
        form.append(key, value);
      form.append('subsets', new Blob(['a,b\n']), 'train.csv');
      const after = expect.objectContaining({ name, version: '2.0', status: 'draft', fileCount: 1 });
      return { body: form, subject: `${name} 2.0`, after };
    },
    'PUT /api/v1/admin/updateDataset/:id': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset '), status: 'draft' });
      const before = { license: '', status: 'draft', publishedAt: null };
      const after = { license: 'CC0', status: 'published', publishedAt: new Date(t.clock.now).toISOString() };
      const body = { license: 'CC0', status: 'published' };
      return { params: { id: dataset.id }, body, subject: `${dataset.name} 1.0`, before, after };
    },
    'POST /api/v1/admin/dataset/:id/newVersion': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset ') });
      const after = { version: '2.0', from: '1.0' };
      return {
        params: { id: dataset.id },
        body: { version: '2.0', note: 'Corrected.' },
        subject: `${dataset.name} 2.0`,
        after,
      };
    },
    'POST /api/v1/admin/dataset/:id/roCrate': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset ') });
      return {
        params: { id: dataset.id },
        subject: dataset.path.replace(/\.zip$/, '/ro-crate-metadata.json'),
        after: { size: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      };
    },
    'POST /api/v1/admin/dataset/:id/freeze': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset ') });
      return { params: { id: dataset.id }, subject: `${dataset.name} 1.0`, after: { frozen: true } };
    },
    'POST /api/v1/admin/dataset/:id/purgeFiles': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset ') });
      await t.call('POST', `/api/v1/admin/dataset/${dataset.id}/freeze`, { token: owner.token });
      const after = { purged: true, reason: 'Consent was withdrawn.' };
      return {
        params: { id: dataset.id },
        body: { reason: after.reason },
        subject: `${dataset.name} 1.0`,
        after,
      };
    },
    'POST /api/v1/admin/dataset/:id/purgeFile': async () => {
      const { dataset, subsetList } = await t.dataset({ name: fresh('Dataset ') });
      await t.call('POST', `/api/v1/admin/dataset/${dataset.id}/freeze`, { token: owner.token });
      const path = subsetList[0]?.path.split('/').at(-1) ?? '';
      const reason = 'Consent was withdrawn.';
      return {
        params: { id: dataset.id },
        body: { path, reason },
        subject: `${dataset.name} 1.0`,
        after: { purgedFile: path, sha256: subsetList[0]?.sha256, reason },
      };
    },
    'POST /api/v1/admin/dataset/:id/recalls': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset ') });
      return {
        params: { id: dataset.id },
        body: { whole: true },
        subject: `${dataset.name} 1.0`,
        after: { recall: expect.any(String), files: 'all' },
      };
    },
    'POST /api/v1/admin/recall/:id/sending': async () => {
      const { id, subject } = await newRecall();
      const body = {
        kind: 'withdrawn',
        what: 'Row 3 is wrong.',
        reason: 'A typing error.',
        correctedIn: null,
      };
      return {
        params: { id },
        body,
        subject,
        before: { recall: id, status: 'draft' },
        after: { recall: id, status: 'sent', ...body, people: 0, mails: 0 },
      };
    },
    'DELETE /api/v1/admin/recall/:id/notice': async () => {
      const { id, subject } = await newRecall();
      const body = { kind: 'withdrawn', what: 'Row 3 is wrong.', reason: 'A typo.', correctedIn: null };
      await t.call('POST', `/api/v1/admin/recall/${id}/sending`, { token: owner.token, body });
      return { params: { id }, subject, before: { recall: id, notice: body.what } };
    },
    'DELETE /api/v1/admin/recall/:id': async () => {
      const { id, subject } = await newRecall();
      return { params: { id }, subject, before: { recall: id, status: 'draft' } };
    },
    'DELETE /api/v1/admin/dataset/:id': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset ') });
      return {
        params: { id: dataset.id },
        subject: `${dataset.name} 1.0`,
        before: { status: 'published' },
        after: { trashed: true },
      };
    },
    'POST /api/v1/admin/addSubsets/:id': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset '), files: {} });
      const subject = `${dataset.path.replace(/\.zip$/, '')}/more.csv`;
      const after = { size: 4, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
      return { params: { id: dataset.id }, body: textFile('more.csv'), subject, after };
    },
    'PUT /api/v1/admin/subset/:id': async () => {
      const { subsetList } = await t.dataset({ name: fresh('Dataset ') });
      const [{ id, path } = { id: '', path: '' }] = subsetList;
      return {
        params: { id },
        body: { desc: 'Rows' },
        subject: path,
        before: { desc: '' },
        after: { desc: 'Rows' },
      };
    },
    'DELETE /api/v1/admin/subset/:id': async () => {
      const { subsetList } = await t.dataset({ name: fresh('Dataset ') });
      const [{ id, path, size, sha256 } = { id: '', path: '', size: 0, sha256: '' }] = subsetList;
      return { params: { id }, subject: path, before: { size, sha256 }, after: { trashed: true } };
    },
    'POST /api/v1/admin/trash/:id/restore': async () => {
      const { dataset } = await t.dataset({ name: fresh('Dataset ') });
      await t.call('DELETE', `/api/v1/admin/dataset/${dataset.id}`, { token: owner.token });
      return {
        params: { id: dataset.id },
        subject: `${dataset.name} 1.0`,
        before: { trashed: true },
        after: { trashed: false },
      };
    },
    'DELETE /api/v1/admin/trash/:id': async () => {
      const { subsetList } = await t.dataset({ name: fresh('Dataset ') });
      const [{ id, path } = { id: '', path: '' }] = subsetList;
      await t.call('DELETE', `/api/v1/admin/subset/${id}`, { token: owner.token });
      return { params: { id }, subject: path, before: { trashed: true }, after: { purged: true } };
    },
    'DELETE /api/v1/admin/user/:id': async () => {
      const { id } = await newUser('suspended');
      return {
        params: { id },
        subject: `user ${id}`,
        before: { status: 'suspended' },
        after: { deleted: true },
      };
    },
    'PUT /api/v1/admin/userReview/:userId/:status': async () => {
      const { id } = await newUser('pending');
      const params = { userId: id, status: 'rejected' };
      const [before, after] = [{ status: 'pending' }, { status: 'rejected' }];
      return { params, body: { reason: REASON }, subject: `user ${id}`, before, after };
    },
    'PUT /api/v1/admin/userReview': async () => {
      const { id } = await newUser('approved');
      const body = { ids: [id], status: 'suspended', reason: REASON };
      return { body, subject: `user ${id}`, before: { status: 'approved' }, after: { status: 'suspended' } };
    },
    'DELETE /api/v1/admin/userReview/:reviewId': async () => {
      const { id } = await newUser('pending');
      const { reviewId } = await t.call<{ reviewId: string }>(
        'PUT',
        `/api/v1/admin/userReview/${id}/needs_info`,
        {
          token: owner.token,
          body: { reason: REASON },
        },
      );
      const [before, after] = [{ status: 'needs_info' }, { status: 'pending' }];
      return { params: { reviewId }, subject: `user ${id}`, before, after };
    },
  };
}
