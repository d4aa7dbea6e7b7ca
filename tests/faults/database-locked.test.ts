// @module-tag guards

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { sqliteFile } from '../../server/testing/look-inside.ts';
import { holdLock } from '../support/lock-holder.ts';

describe('fault: database locked by another process', () => {
  let t: TestApp;
  let token: string;
  let reader: string;
  let link: string;
  beforeAll(async () => {
    t = await buildTestApp();
    token = await t.adminToken();
    reader = (await t.user('reader@example.org')).token;
    const { dataset } = await t.dataset();
    link = (await t.open(dataset.id, reader)).subsetList[0]?.downloadUrl ?? '';
  });
  afterAll(() => t.close());

  test('for 3 s: no write fails, none is lost, and what only reads does not wait for them', async () => {
    const { gone } = await holdLock(sqliteFile(t), 3_000);
    let held = true;
    void gone.then(() => {
      held = false;
    });
    const names = Array.from({ length: 10 }, (_, i) => `Waited ${i}`);
    let written = 0;
    const writes = names.map(async (name) => {
      const answer = await t.ask('POST', '/api/v1/admin/addDataset', {
        token,
        body: Object.entries({ name, version: '1', modalityName: 'MRI' }).reduce((form, [key, value]) => {
          form.append(key, value);
          return form;
        }, new FormData()),
      });
      written++;
      return answer.code;
    });
    let reads = 0;
    while (held && reads < 5) {
      const answers = await Promise.all([
        t.inject('GET', '/api/v1/datasets'),
        t.inject('GET', '/readyz'),
        t.inject('HEAD', link),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      if (held) reads++;
    }
    expect([reads, written], 'rounds of reads before the first write').toEqual([5, 0]);
    expect(await Promise.all(writes)).toEqual(Array(10).fill(200));
    const { list } = await t.call<{ list: { name: string }[] }>(
      'GET',
      '/api/v1/admin/datasetList?keyword=Waited&pageSize=200',
      { token },
    );
    expect(list.map(({ name }) => name).sort()).toEqual(names.sort());
    await gone;
  });
});
