import { describe, expect, it } from 'vitest';
import { fc } from '../../../tests/support/properties.ts';
import { commandFor, quotePosix, quotePowerShell, windowsName } from './commands.ts';

const file = {
  fileName: 'train.zip',
  url: 'https://data.example.org/api/v1/download/d1/brain/train.zip?token=t&rev=r',
  sumUrl: 'https://data.example.org/api/v1/downloadInspection/brain/train.zip?token=t&rev=r',
};

/** Parses a POSIX word (Shell Command Language §2.2): quotes, and a back-slash outside of them. */
function posixWord(quoted: string): string {
  let word = '';
  for (let i = 0; i < quoted.length; i++) {
    if (quoted[i] === "'") {
      const end = quoted.indexOf("'", i + 1);
      word += quoted.slice(i + 1, end);
      i = end;
    } else if (quoted[i] === '\\') word += quoted[++i];
    else throw new Error(`unquoted: ${quoted[i]}`);
  }
  return word;
}

/**
 * Parses a PowerShell word (about_Quoting_Rules): within single quotes all is literal, a doubled quote of any kind is
 * one.
 */
function powerShellWord(quoted: string): string {
  const isQuote = (c: string | undefined) => c !== undefined && "'\u2018\u2019\u201a\u201b".includes(c);
  let word = '';
  for (let i = 1; i < quoted.length - 1; i++) {
    if (isQuote(quoted[i]) && !isQuote(quoted[++i])) throw new Error('the string ends early');
    word += quoted[i];
  }
  return word;
}

const anyName = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'\'"`$\\ -!#&;|<>()*?[]{}~%‘’‚‛é🙂') }),
  )
  .filter((name) => !/[\n\r\0/]/.test(name));

describe('formats.md, "Resuming": the download kit', () => {
  it('curl, wget and aria2 resume, and end in the verification', () => {
    expect(commandFor('curl', file)).toBe(
      `for try in $(seq 20); do curl --fail --retry 10 -C - -o 'train.zip' '${file.url}' && break; [ $? -eq 22 ] && break; sleep 5; done\n` +
        `curl --fail -sS --retry 10 '${file.sumUrl}' | if command -v sha256sum >/dev/null; then sha256sum -c -; else shasum -a 256 -c -; fi`,
    );
    expect(commandFor('wget', file)).toMatch(/ -c -O 'train\.zip' 'https:.*\n.*sha256sum -c -/);
    expect(commandFor('aria2', file)).toMatch(/ -x4 .*'--out=train\.zip' 'https:.*\n.*\n.*sha256sum -c -/);
  });

  it('PowerShell resumes, and ends in the verification', () => {
    const lines = commandFor('PowerShell', file).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe("$file = 'train.zip'");
    expect(lines[1]).toContain(`Invoke-WebRequest -Uri '${file.url}' -OutFile $file -Resume`);
    expect(lines[2]).toContain(`Invoke-RestMethod -Uri '${file.sumUrl}'`);
    expect(lines[3]).toMatch(/Get-FileHash -LiteralPath \$file -Algorithm SHA256.*-eq \$sum.*Write-Error/);
    for (const line of lines) {
      expect(line.split('{').length).toBe(line.split('}').length);
      expect(line.split('(').length).toBe(line.split(')').length);
    }
  });

  it('every name is one word, whatever is in it', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(posixWord(quotePosix(name))).toBe(name);
        expect(powerShellWord(quotePowerShell(name))).toBe(name);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a name that looks like an option is not one', () => {
    expect(commandFor('curl', { ...file, fileName: '-rf' })).toContain("-o './-rf' ");
    expect(commandFor('wget', { ...file, fileName: '--help' })).toContain("-O './--help' ");
    expect(commandFor('aria2', { ...file, fileName: '-d' })).toContain("'--out=-d' ");
  });

  it('names that a tool cannot keep are saved as "download", and checked all the same', () => {
    for (const fileName of ['-', ' x ', `${'é'.repeat(125)}.tar`]) {
      const local = fileName.endsWith('.tar') ? 'download.tar' : 'download';
      for (const tool of ['curl', 'wget', 'aria2'] as const) {
        const command = commandFor(tool, { ...file, fileName });
        expect(command).toContain(local);
        expect(command).toContain(`cut -c1-64 | sed 's/$/  ${local}/' | if`);
      }
    }
  });

  it('Windows gets names that it takes', () => {
    expect(['a:b|c?.zip', 'CON', 'nul.txt', 'end. ', 'concert.txt', '数据 🙂.csv'].map(windowsName)).toEqual([
      'a_b_c_.zip',
      '_CON',
      '_nul.txt',
      'end_',
      'concert.txt',
      '数据 🙂.csv',
    ]);
  });
});
