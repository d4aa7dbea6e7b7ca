import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileUrl } from '../../contract/file-url.ts';
import { contentDisposition } from '../../server/shared/disposition.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { nameInHeader } from '../../server/testing/disposition.ts';
import { stored } from '../../server/testing/look-inside.ts';
import { onTheWire, type Wire } from '../../server/testing/wire.ts';

// Row 2's other half, links planted in an import root, is tested where import roots come.

const RLO = '\u202e';

onEitherDatabase('labels that administrators type', (database) => {
  let t: TestApp;
  let wire: Wire;
  let token: string;
  let id: string;
  let subsetId: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    wire = await onTheWire(t);
    token = await t.adminToken();
    const made = await t.dataset({ name: 'Labels', files: { 'a.txt': 'a', 'b.txt': 'b' } });
    id = made.dataset.id;
    subsetId = made.subsetList[0]?.id ?? '';
  });
  afterAll(() => t.close());

  const bad = {
    climbing: ['../../x', '..', 'a/../../x', '..\\..\\x', 'a/..'],
    absolute: ['/etc/x', '//x', 'C:\\x'],
    odd: [
      '',
      '.',
      'a//b',
      'a/',
      'a\u0000b',
      'a\r\nb',
      `a${RLO}vsc.exe`,
      'a\u061cb',
      'x'.repeat(1_025),
      'é'.repeat(513),
    ],
  };
  const all = Object.values(bad).flat();

  test('threats row 2: paths written by admin fields → 400, nothing changes', async () => {
    const before = await stored(t);
    for (const path of all) {
      const form = new FormData();
      for (const [key, value] of Object.entries({ name: 'New', version: '1', modalityName: 'MRI', path }))
        form.append(key, value);
      const answers = [
        await t.ask('POST', '/api/v1/admin/addDataset', { token, body: form }),
        await t.ask('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: { path } }),
        await t.ask('PUT', `/api/v1/admin/subset/${subsetId}`, { token, body: { path } }),
      ];
      for (const answer of answers) {
        expect(answer, JSON.stringify(path)).toMatchObject({ code: 400 });
        expect(new Set(answer.errors?.map((error) => error.path))).toEqual(new Set(['path']));
      }
    }
    expect(await stored(t)).toEqual(before);
  });

  /** A form's bytes with a file name exactly as given: FormData would escape line breaks. */
  const withFile = (fileName: string) => ({
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=xx' },
    body: `--xx\r\nContent-Disposition: form-data; name="subsets"; filename="${fileName}"\r\n\r\nbytes\r\n--xx--\r\n`,
  });

  test('threats row 2: file names of addSubsets → 400, nothing is written', async () => {
    const before = await stored(t);
    const names = [...bad.climbing, ...bad.absolute, '.', 'a//b', `a${RLO}vsc.exe`, 'x'.repeat(1_025)];
    for (const name of names) {
      const answer = await wire.send(`/api/v1/admin/addSubsets/${id}`, withFile(name));
      expect(answer.json(), JSON.stringify(name)).toMatchObject({ code: 400 });
    }
    expect(await stored(t)).toEqual(before);
  });

  test('threats row 30: file-name tricks → one valid header that says the name', async () => {
    const { token: reader } = await t.user('reader@example.org');
    const names = [
      'a"b.csv',
      "it's; filename=evil.exe",
      '100%.csv',
      'naïve 数据 🙂.csv',
      '(a) [b] {c}.csv',
      '%0d%0aX-Evil: 1.csv',
    ];
    for (const name of names) {
      await t.call('PUT', `/api/v1/admin/subset/${subsetId}`, { token, body: { path: `tricks/${name}` } });
      const url = (await t.open(id, reader)).subsetList.find((row) => row.id === subsetId)?.downloadUrl ?? '';
      for (const one of [url, fileUrl(id, `tricks/${name}`, { token: reader })]) {
        const answer = await wire.send(one);
        expect(answer.status, name).toBe(200);
        const sent = answer.rawHeaders.filter(
          (_, i) => answer.rawHeaders[i - (i % 2)]?.toLowerCase() === 'content-disposition',
        );
        expect(sent, 'one header').toHaveLength(2);
        expect(answer.headers).not.toHaveProperty('x-evil');
        expect(nameInHeader(sent[1] ?? ''), name).toBe(name);
      }
    }
  });

  test('threats row 30: control and text-direction characters never reach the header', () => {
    for (const name of [
      `invoice${RLO}fdp.exe`,
      'a\r\nX-Evil: 1',
      'a\u0000b',
      '\u2066x\u2069',
      'a\u061cb',
      'a\tb',
      '\ud800',
    ]) {
      const header = contentDisposition(name);
      expect(header).toMatch(/^[\x20-\x7e]+$/);
      expect(nameInHeader(header)).not.toMatch(/[\p{Cc}\u061c\u202a-\u202e\u2066-\u2069]/u);
    }
  });
});
