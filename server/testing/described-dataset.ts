import type { Dataset, Subset } from '../../contract/catalogue.ts';
import type { TestApp } from './build-test-app.ts';

/** Everything that a version may say of itself, with characters that XML, Turtle and JSON-LD each escape. */
export const describedFields = {
  detail: 'Resting-state recordings of **30 people**, 5 < 6 & "quoted" \\ back; two\n\nparagraphs, 数据集.',
  license: 'CC BY 4.0',
  authors: 'Lovelace, Ada',
  citation: 'Lovelace, A. (1843). Notes.',
  keywords: 'rest, MRI, "healthy"',
  doi: '10.1234/brain.mri-1',
  conceptDoi: '10.1234/brain.mri',
  authorList: JSON.stringify([
    { name: 'Lovelace, Ada', orcid: '0000-0002-1825-0097', affiliation: 'A & B <Society>', ror: '05dxps055' },
    { name: 'Analytical Society', ror: '05dxps055' },
    { name: "O'Neil, Zoë" },
  ]),
  funders: JSON.stringify([{ name: 'Fund & Sons', ror: '05dxps055', award: 'X<1>' }, { name: 'Others' }]),
  relatedWorks: JSON.stringify([{ doi: '10.5555/12345678', relation: 'IsDescribedBy' }]),
};

/** A second version of a dataset with all of them; the first is published, too. */
export async function describedDataset(t: TestApp, name = 'Brain MRI & more') {
  await t.dataset({ name, version: '0.9', fields: describedFields });
  t.clock.now += 60_000;
  return t.dataset({
    name,
    version: '1.0',
    files: { 'train.csv': 'id,age,group\n1,34,a\n2,51.5,b\n', 'read me.txt': 'Read me.' },
    fields: describedFields,
  }) as Promise<{ dataset: Dataset; subsetList: Subset[] }>;
}
