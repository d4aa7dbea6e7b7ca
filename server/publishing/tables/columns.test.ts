import { afterAll, describe, expect, test } from 'vitest';
import { type Family, hostileFamilies } from '../../testing/hostile.ts';
import { taskFile, workerPool } from '../../workers/index.ts';
import { BEGINNING, type Beginning, columnsOf } from './columns.ts';

const read = (text: string | Buffer, given: Partial<Beginning> = {}) =>
  columnsOf({ bytes: Buffer.from(text as string), whole: true, delimiter: ',', ...given });
const types = (text: string) => read(text)?.map(({ type }) => type.replace('sc:', ''));

describe('releases.md, Croissant: the columns of a table', () => {
  test('names as they stand in the first line, quoted ones too; a byte order mark is none', () => {
    const names = (text: string, given?: Partial<Beginning>) => read(text, given)?.map(({ name }) => name);
    expect(names('\ufeffid, age ,"a, ""b""",年龄\r\n1,2,3,4\r\n')).toEqual(['id', ' age ', 'a, "b"', '年龄']);
    expect(names('a\tb;c\n1\t2\n', { delimiter: '\t' })).toEqual(['a', 'b;c']);
    expect(names('one\n1\n')).toEqual(['one']);
  });

  test('types, where every value is of one', () => {
    expect(types('i,f,b,t\n1,1,true,x\n-20,2.5,FALSE,1\n,1e-3,,\n')).toEqual([
      'Integer',
      'Float',
      'Boolean',
      'Text',
    ]);
    expect(types('none,code,long,na,odd\n,007,12345678901234567,1,+1\n,008,1,NA,1\n')).toEqual(
      Array(5).fill('Text'),
    );
  });

  test('of a file that goes on after what was read, every column is text; what was cut off does not count', () => {
    const text = [
      { name: 'a', type: 'sc:Text' },
      { name: 'b', type: 'sc:Text' },
    ];
    for (const rest of ['1,2\n3', '1,2\n3,"open\nand', '1,"\xe9'])
      expect(read(Buffer.from(`a,b\n${rest}`, 'utf8'), { whole: false })).toEqual(text);
    const cut = Buffer.from('a,b\n1,é').subarray(0, -1);
    expect(read(cut, { whole: false })).toEqual(text);
    expect(read(cut)).toBeUndefined();
  });

  test.each([
    ['a doubled name', 'a,a\n1,2\n'],
    ['an empty name', 'a,\n1,2\n'],
    ['a blank name', 'a, \n1,2\n'],
    ['no line', 'a,b'],
    ['nothing', ''],
    ['empty lines', '\n\n\n'],
    ['not UTF-8', Buffer.from('caf\xe9,b\n1,2\n', 'latin1')],
    ['UTF-16', Buffer.from('a,b\n1,2\n', 'utf16le')],
    ['a first line with a number: of data', '34,Ada\n51,Bob\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['rows longer than the header', 'a,b\n1,2,3\n'],
    ['rows shorter than the header', 'a,b\n1\n'],
    ['open quotes', 'a,b\n1,"2\n'],
    ['quotes within a field', 'a,b\n1,2"3"\n'],
    ['control characters', 'a\u0000,b\n1,2\n'],
    ['a text direction turned round', 'a\u202e,b\n1,2\n'],
    ['a line of prose', `${'word '.repeat(50)}\n`],
    ['too many', `${Array.from({ length: 1_001 }, (_, n) => `c${n}`).join()}\n`],
  ])('none: %s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});

const repeated =
  (unit: string, before = ''): Family[1] =>
  (length) =>
    before + unit.repeat(Math.floor(length / unit.length));

const families: Family[] = [
  ...hostileFamilies,
  ['quotes', repeated('"')],
  ['quoted nothings', repeated('"",')],
  ['commas', repeated(',')],
  ['open quotes', repeated('"a,', 'a,b\n')],
  ['doubled quotes', repeated('""', 'a\n"')],
  ['lines', repeated('a\n')],
  ['carriage returns', repeated('\r')],
  ['both', repeated('\r\n')],
  ['columns', (n) => `${Array.from({ length: n / 6 }, (_, i) => `c${i}`).join()}\n`],
  ['digits', repeated('1', 'a\n')],
  ['numbers without an end', (n) => `a\n${`${'1'.repeat(n / 4)}e\n`.repeat(4)}`],
];

const pool = workerPool({ name: 'columns', threads: 1, concurrency: 1 });
afterAll(() => pool.close());
const task = taskFile<typeof import('./columns.task.ts')>(new URL('./columns.task.ts', import.meta.url));

test('threats 33: the thread that answers is held for at most 50 ms by a table of 50,000 characters', async () => {
  for (const [name, make] of families) {
    const text = Buffer.from(make(50_000)).subarray(0, BEGINNING);
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 5 && least > 50; tries += 1) {
      const bytes = new Uint8Array(text);
      const before = process.threadCpuUsage();
      await pool.run(task, 'columns', { bytes, whole: true, delimiter: ',' }, [bytes.buffer]);
      const { user, system } = process.threadCpuUsage(before);
      least = Math.min(least, (user + system) / 1_000);
    }
    expect(least, name).toBeLessThanOrEqual(50);
  }
});
