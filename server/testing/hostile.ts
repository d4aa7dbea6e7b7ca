/** A text of about `length` characters, made to keep a parser busy. */
export type Family = [name: string, make: (length: number) => string];

const repeated =
  (unit: string, before = '', after = ''): Family[1] =>
  (length) =>
    before +
    unit.repeat(Math.max(1, Math.floor((length - before.length - after.length) / unit.length))) +
    after;

const nested =
  (open: string, close: string): Family[1] =>
  (length) => {
    const times = Math.max(1, Math.floor(length / (open.length + close.length)));
    return open.repeat(times) + close.repeat(times);
  };

/** Each line longer than the one before. */
const growing =
  (line: (n: number) => string): Family[1] =>
  (length) => {
    const lines: string[] = [];
    for (let n = 1, long = 0; long < length; n += 1) {
      lines.push(line(n));
      long += lines.at(-1)?.length ?? 0;
    }
    return lines.join('').slice(0, length);
  };

const columns = (cell: string, length: number): string => cell.repeat(Math.floor(length / cell.length));

/** What brought Markdown parsers, ours among them, to their knees. */
export const hostileFamilies: Family[] = [
  ['heading, trailing marks', repeated(' #', '# a', 'x')],
  ['heading, trailing spaces', repeated(' ', '# a', 'x')],
  ['headings in one text', repeated('# a #\n')],
  ['underlined headings', repeated('a\n=\n')],
  ['open brackets', repeated('[')],
  ['open images', repeated('![')],
  ['brackets and addresses', nested('[', '](http://a)')],
  ['addresses without an end', repeated('[](')],
  ['titles without an end', repeated('[a](http://b "')],
  ['pointed addresses without an end', repeated('[a](<b')],
  ['nested emphasis', nested('**a', 'b**')],
  ['emphasis that matches nothing', repeated('*a **a ')],
  ['emphasis of two kinds', repeated('*_')],
  ['underscores in words', repeated('a__b__')],
  ['strikes', repeated('~~a ')],
  ['backticks', repeated('`')],
  ['backticks, ever more', growing((n) => `e${'`'.repeat(n)}`)],
  ['open fences', repeated('```\n~~~\n')],
  ['quotes', repeated('> ')],
  ['quotes, ever deeper', growing((n) => `${'> '.repeat(n)}a\n`)],
  ['lazy quotes', nested('>', '\na')],
  ['lists', repeated('- ')],
  ['lists, ever deeper', growing((n) => `${'  '.repeat(n)}- a\n`)],
  ['numbered lists', repeated('1. a\n\n')],
  ['empty items', repeated('-\n\n')],
  [
    'table, a wide head',
    (n) => `${columns('|a', n / 4)}\n${columns('|-', n / 4)}\n${columns('|b\n', n / 2)}`,
  ],
  ['table, wide rows', (n) => `|a|\n|-|\n${columns('|b', n)}`],
  ['pipes', repeated('|')],
  ['open tags', repeated('<a ')],
  ['comments without an end', repeated('<!--')],
  ['entities', repeated('&#x')],
  ['ampersands', repeated('&')],
  ['definitions', repeated('[a]: http://b\n')],
  ['one long definition', (n) => `[a]: http://${'b'.repeat(n / 2)}\n\n${'[a]'.repeat(n / 6)}`],
  ['schemes', repeated('http://')],
  ['addresses in a row', repeated('http://a.b')],
  ['address with brackets', repeated('(', 'http://a.b/')],
  ['address with stars', repeated('*', 'http://a.b/')],
  ['dots', repeated('a.')],
  ['at signs', repeated('a@')],
  ['back-slashes', repeated('\\')],
  ['spaces', repeated(' ', 'a', 'b')],
  ['breaks and spaces', repeated('\n \t', 'a', 'b')],
  ['one word', repeated('a')],
  ['pictographs', repeated('🙂')],
];

const tokens = [
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    ']: ',
    '*',
    '**',
    '_',
    '__',
    '`',
    '``',
    '~~',
    '#',
    ' #',
    '>',
    '- ',
    '+ ',
    '1. ',
  ],
  ...[
    '\n',
    '\n\n',
    '  ',
    '    ',
    '\t',
    '<',
    '</',
    '<!--',
    '&',
    '&#',
    '&amp;',
    '\\',
    '|',
    '|-|',
    '---',
    '===',
    '```\n',
  ],
  ...[
    'http://',
    'https://a.b',
    'www.',
    'a@b.c',
    '//',
    ':',
    '.',
    'a',
    'b c',
    '"',
    "'",
    '字',
    '🙂',
    '\u200b',
    '%',
    '[a]',
  ],
];

/** Families put together by chance: the same ones for the same `seed`. */
export function randomFamilies(seed: number, count: number): Family[] {
  let state = seed;
  const below = (most: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const some = (most: number): string =>
    Array.from({ length: below(most + 1) }, () => tokens[below(tokens.length)]).join('');
  return Array.from({ length: count }, (): Family => {
    const [unit, before, after] = [`${some(3)}${tokens[below(tokens.length)]}`, some(1), some(1)];
    const name = JSON.stringify([before, unit, after]);
    return below(3) === 0
      ? [`nested ${name}`, nested(unit, after || ']')]
      : [`repeated ${name}`, repeated(unit, before, after)];
  });
}

/** Milliseconds of this thread's own time: a busy machine does not lengthen them. */
export function threadTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The shortest of up to five times: whether the work fits into `bound` ms. */
export function leastTime(work: () => void, bound: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && least > bound; tries += 1) least = Math.min(least, threadTime(work));
  return least;
}
