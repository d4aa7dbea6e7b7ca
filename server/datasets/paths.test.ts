import { describe, expect, test } from 'vitest';
import { addDataset, path as label } from '../../contract/dataset-admin.ts';
import { fc } from '../../tests/support/properties.ts';
import { defaultPath, fileNameOf, pathKeeping } from './paths.ts';

const bytes = (text: string): number => new TextEncoder().encode(text).length;
const longName = (character: string): string => character.repeat(200).slice(0, 200);

describe('decisions §4: the path of a dataset for which none is given', () => {
  test.each([
    ['London boroughs', '1.0', 'london-boroughs/london-boroughs-1.0.zip'],
    ['  Brain MRI: 7T (raw) ', '2024-05', 'brain-mri-7t-raw/brain-mri-7t-raw-2024-05.zip'],
    ['大脑 数据', '1.0', '大脑-数据/大脑-数据-1.0.zip'],
    ['???', '1.0', 'dataset/dataset-1.0.zip'],
    ['Brain', 'v1.0-RC 2', 'brain/brain-v1.0-RC-2.zip'],
    ['Brain', '2024/05\\06', 'brain/brain-2024-05-06.zip'],
    ['Brain', '...', 'brain/brain-1.zip'],
  ])('%s, %s: %s', (name, version, path) => {
    expect(defaultPath(name, version)).toBe(path);
  });

  test.each(['word ', '数', '𠀀', '\u0958'])(
    'a name of 200 characters "%s" is cut in the file name only',
    (of) => {
      const name = longName(of);
      for (const version of ['1.0', '版'.repeat(60)]) {
        const path = defaultPath(name, version);
        expect(label.safeParse(path).error).toBeUndefined();
        const [folder = '', file = ''] = path.split('/');
        expect(defaultPath(name, '1').startsWith(`${folder}/`)).toBe(true);
        expect(folder.startsWith(file.slice(0, file.indexOf(`-${version}.zip`)))).toBe(true);
        expect(file.endsWith(`-${version}.zip`)).toBe(true);
        expect(bytes(`${file}.sha256`)).toBeLessThan(255);
      }
    },
  );

  test('any name and version that the contract takes make a path that it takes, in parts that a disk takes', () => {
    const text = (maxLength: number) =>
      fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength }),
      );
    fc.assert(
      fc.property(text(200), text(60), (name, version) => {
        const fields = addDataset.body?.safeParse({ name, version, modalityName: 'MRI' });
        fc.pre(fields?.success === true);
        const path = defaultPath(fields?.data?.name ?? '', fields?.data?.version ?? '');
        expect(label.safeParse(path).error).toBeUndefined();
        expect(path.split('/')).toHaveLength(2);
        expect(bytes(`${fileNameOf(path)}.sha256`)).toBeLessThan(255);
        const next = pathKeeping('data.zip', fields?.data?.name ?? '', fields?.data?.version ?? '');
        expect(label.safeParse(next).error).toBeUndefined();
        expect([next.split('/').length, fileNameOf(next)]).toEqual([3, 'data.zip']);
      }),
    );
  });
});
