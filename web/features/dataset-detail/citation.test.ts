import { describe, expect, it } from 'vitest';
import { creatorsOf } from '../../../contract/creators.ts';
import { apa, bibtex, citeKey, cslJson, ris, type Work } from './citation.ts';

const work: Work = {
  name: 'Brain atlas',
  version: '1.2',
  authors: 'Lovelace, Ada; García-Márquez, Anna-Maria J.; Imaging Laboratory',
  publishedAt: '2026-03-09T12:00:00.000Z',
  publisher: 'Vitrine',
  url: 'https://data.example.org/datasetDetail/abc',
};

describe('issue 5, item 3: the citation', () => {
  it('authors are `Family, Given; Family, Given`, or a name as a whole', () => {
    expect(creatorsOf(work.authors)).toEqual([
      { family: 'Lovelace', given: 'Ada' },
      { family: 'García-Márquez', given: 'Anna-Maria J.' },
      { family: 'Imaging Laboratory', given: '' },
    ]);
    expect(creatorsOf(' ; ;')).toEqual([]);
    expect(creatorsOf('King, Martin Luther, Jr.')).toEqual([{ family: 'King', given: 'Martin Luther, Jr.' }]);
  });

  it('APA: initials, the version, the address of this version', () => {
    expect(apa(work)).toBe(
      'Lovelace, A., García-Márquez, A.-M. J., & Imaging Laboratory. (2026). Brain atlas (Version 1.2) [Data set]. Vitrine. https://data.example.org/datasetDetail/abc',
    );
  });
  it('APA: without authors the title comes first, without a year n.d.', () => {
    expect(apa({ ...work, authors: '', publishedAt: null })).toBe(
      'Brain atlas (Version 1.2) [Data set]. (n.d.). Vitrine. https://data.example.org/datasetDetail/abc',
    );
  });
  it('APA: of more than 20 authors the first 19 and the last', () => {
    const authors = Array.from({ length: 25 }, (_, index) => `F${index}, G`).join('; ');
    expect(apa({ ...work, authors })).toMatch(/^F0, G\., .*F18, G\., \. \. \. F24, G\. \(2026\)/);
    expect(apa({ ...work, authors })).not.toContain('F19');
  });

  it('BibTeX', () => {
    expect(bibtex(work)).toBe(`@dataset{lovelace2026brain,
  author = {Lovelace, Ada and García-Márquez, Anna-Maria J. and {Imaging Laboratory}},
  title = {{Brain atlas}},
  year = {2026},
  version = {1.2},
  publisher = {Vitrine},
  url = {https://data.example.org/datasetDetail/abc}
}
`);
  });
  it('BibTeX: what TeX takes for commands is text, and "and" in a name parts no authors', () => {
    const odd = bibtex({
      ...work,
      name: 'A_b & 50% of $x^2 {#1} \\input{/etc/passwd} ~',
      authors: 'Land and Sea, Institute of; Smith and Sons',
      url: 'https://data.example.org/datasetDetail/a%20b_c',
    });
    expect(odd).toContain(
      'title = {{A\\_b \\& 50\\% of \\$x\\textasciicircum{}2 \\{\\#1\\} \\textbackslash{}input\\{/etc/passwd\\} \\textasciitilde{}}}',
    );
    expect(odd).toContain('author = {{Land and Sea}, Institute of and {Smith and Sons}}');
    expect(odd).toContain('url = {https://data.example.org/datasetDetail/a%20b_c}');
  });
  it('BibTeX: a line break in a field ends nothing; missing fields are left out', () => {
    const short = bibtex({ ...work, authors: '', publishedAt: null, name: 'One\n}\n@evil{' });
    expect(short).toMatch(/^@dataset\{one,\n {2}title = \{\{One \\\} @evil\\\{\}\},\n {2}version/);
  });
  it('a key of ASCII letters, whatever the names', () => {
    expect(citeKey({ ...work, authors: 'Müller, A', name: 'Über alles' })).toBe('muller2026uber');
    expect(citeKey({ ...work, authors: '王, 伟', name: '脑图' })).toBe('2026');
    expect(citeKey({ ...work, authors: '', publishedAt: null, name: '脑图' })).toBe('dataset');
  });

  it('RIS', () => {
    expect(ris({ ...work, name: 'Brain\nER  - \natlas' })).toBe(
      [
        'TY  - DATA',
        'AU  - Lovelace, Ada',
        'AU  - García-Márquez, Anna-Maria J.',
        'AU  - Imaging Laboratory',
        'TI  - Brain ER - atlas',
        'PY  - 2026',
        'DA  - 2026/03/09',
        'ET  - 1.2',
        'PB  - Vitrine',
        'UR  - https://data.example.org/datasetDetail/abc',
        'ER  - ',
        '',
      ].join('\r\n'),
    );
  });

  it('CSL-JSON', () => {
    expect(JSON.parse(cslJson(work))).toEqual([
      {
        id: 'lovelace2026brain',
        type: 'dataset',
        title: 'Brain atlas',
        author: [
          { family: 'Lovelace', given: 'Ada' },
          { family: 'García-Márquez', given: 'Anna-Maria J.' },
          { literal: 'Imaging Laboratory' },
        ],
        issued: { 'date-parts': [[2026, 3, 9]] },
        version: '1.2',
        publisher: 'Vitrine',
        URL: 'https://data.example.org/datasetDetail/abc',
      },
    ]);
    expect(JSON.parse(cslJson({ ...work, authors: '', publishedAt: null }))[0]).not.toHaveProperty('author');
  });
});
