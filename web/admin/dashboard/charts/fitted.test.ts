import { expect, it } from 'vitest';
import { fitted } from './fitted.ts';

it.each([
  ['Brain MRI 1.0', 200, 'Brain MRI 1.0'],
  ['Brain MRI of the whole cohort 1.0', 90, 'Brain MRI of…'],
  ['脑部磁共振数据集', 60, '脑部磁共…'],
  ['脑部磁共振', 60, '脑部磁共振'],
  ['', 10, ''],
  ['Brain', 0, '…'],
])('%j in %d px: %j', (text, width, shown) => {
  expect(fitted(text, width)).toBe(shown);
});
