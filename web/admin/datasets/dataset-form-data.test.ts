import { describe, expect, it } from 'vitest';
import { bytesOf, changedFields, datasetFormData, emptyDataset, fitsJson } from './dataset-form-data.ts';

const file = (name: string, size = 1) => new File([new Uint8Array(size)], name);

describe('§7 addDataset is sent as multipart form data', () => {
  it('puts fields before files, and files in the order of decisions §4', () => {
    const form = datasetFormData(
      { name: 'Brain MRI', version: '1.0' },
      {
        archive: file('all.zip'),
        desc: file('d.pdf'),
        samples: file('s.png'),
      },
    );
    expect([...form.keys()]).toEqual(['name', 'version', 'samples', 'desc', 'archive']);
  });

  it('leaves out files that were not chosen', () => {
    expect([...datasetFormData({ name: 'x' }, { samples: undefined }).keys()]).toEqual(['name']);
  });

  it('counts the bytes to come', () => {
    expect(bytesOf({ samples: file('s', 10), desc: file('a', 5), archive: file('b', 7) })).toBe(22);
  });
});

describe('§7 updateDataset', () => {
  it('sends what was changed, emptied fields too', () => {
    const before = { ...emptyDataset, name: 'A', license: 'MIT' };
    expect(changedFields(before, { ...before, name: 'B', license: '' })).toEqual({ name: 'B', license: '' });
    expect(changedFields(before, before)).toEqual({});
  });

  it('sends a text that JSON has no room for as a form: bytes count there, not characters', () => {
    expect(fitsJson({ detail: 'x'.repeat(50_000) })).toBe(true);
    expect(fitsJson({ detail: '数'.repeat(50_000) })).toBe(false);
  });
});
