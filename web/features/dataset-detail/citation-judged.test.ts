import { plugins } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { describe, expect, test } from 'vitest';
import { bibtex, cslJson, ris, type Work } from './citation.ts';

const work: Work = {
  name: 'Brain & atlas: 50% of {all} #1_x',
  version: '1.2',
  authors: '',
  authorList: [
    { name: 'Lovelace, Ada', orcid: '0000-0002-1825-0097' },
    { name: 'García-Márquez, Anna-Maria J.' },
    { name: 'Imaging and Data Laboratory' },
  ],
  doi: '10.1234/brain_mri-1',
  publishedAt: '2026-03-09T12:00:00.000Z',
  publisher: 'Vitrine & Co.',
  url: 'https://data.example.org/d/brain-atlas/1.2',
};

/** @param type absent: citation-js finds out */
const read = (text: string, type?: string) =>
  plugins.input.chain(text, type === undefined ? {} : { forceType: type })[0];

describe('releases.md, "What machines read": citation-js reads each citation', () => {
  test.each([
    ['BibTeX', bibtex, '@biblatex/text'],
    ['RIS', ris, '@ris/file'],
    ['CSL-JSON', cslJson, undefined],
  ] as const)('%s', (_, write, type) => {
    const item = read(write(work), type);
    expect(item).toMatchObject({
      type: 'dataset',
      title: work.name,
      author: [
        { family: 'Lovelace', given: 'Ada' },
        { family: 'García-Márquez', given: 'Anna-Maria J.' },
        {},
      ],
      DOI: work.doi,
      URL: 'https://doi.org/10.1234/brain_mri-1',
      publisher: work.publisher,
    });
    expect(JSON.stringify(item?.author?.[2])).toContain('Imaging and Data Laboratory');
    expect(item?.issued?.['date-parts']?.[0]?.[0]).toBe(2026);
  });
});
