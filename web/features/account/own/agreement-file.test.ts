import { expect, it } from 'vitest';
import { agreementFile } from './agreement-file.ts';

it('an agreement is saved under a name that every system allows', () => {
  const of = (datasetName: string, title: string) => agreementFile({ datasetName, title, version: 2 }, 'pdf');
  expect(of('Brain MRI', 'Data use agreement')).toBe('Brain-MRI_Data-use-agreement_v2.pdf');
  expect(of('../a\\b:c', ' "Use" / resale? ')).toBe('a-b-c_Use-resale_v2.pdf');
  expect(of('脑影像', '数据使用协议（试行）')).toBe('脑影像_数据使用协议-试行_v2.pdf');
  expect(of('…', '!')).toBe('v2.pdf');
  expect(new TextEncoder().encode(of('脑'.repeat(200), '约'.repeat(200))).length).toBeLessThanOrEqual(255);
});
