import { describe, expect, it } from 'vitest';
import type { AdminDataset } from '../../../contract/dataset-admin.ts';
import { tidyLists } from './about/rows.ts';
import {
  bytesOf,
  changedFields,
  datasetFormData,
  emptyDataset,
  fitsJson,
  jsonFields,
  valuesOf,
} from './dataset-form-data.ts';

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

describe('releases "Identifiers" in the form', () => {
  const dataset = { ...emptyDataset, id: 'one', name: 'A', embargoUntil: null } as unknown as AdminDataset;
  const lineage = {
    slug: 'a',
    versions: [{ id: 'one', note: 'New.' }],
    identifiers: {
      doi: '10.1234/a',
      conceptDoi: '',
      authorList: [{ name: 'Lovelace, Ada', orcid: '' }],
      funders: [],
      relatedWorks: [],
    },
    frozenChanges: [],
  } as never;

  it('takes them from the lineage; nothing that was not typed counts as a change', () => {
    const values = valuesOf(dataset, lineage);
    expect(values).toMatchObject({ note: 'New.', doi: '10.1234/a', embargoUntil: '' });
    expect(changedFields(values, tidyLists(values))).toEqual({});
    const blank = JSON.stringify([...JSON.parse(values.authorList), { name: '' }]);
    expect(changedFields(values, tidyLists({ ...values, authorList: blank }))).toEqual({});
  });

  it('sends a changed list as a list in JSON, as its text in multipart, and an emptied one as empty', () => {
    const values = valuesOf(dataset, lineage);
    const changed = changedFields(values, { ...values, authorList: '[]', doi: '' });
    expect(jsonFields(changed)).toEqual({ authorList: [], doi: '' });
    expect(datasetFormData(changed, {}).get('authorList')).toBe('[]');
  });
});
