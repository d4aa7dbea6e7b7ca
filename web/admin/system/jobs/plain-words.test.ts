import { describe, expect, it } from 'vitest';
import { tLists } from '#texts/lists';
import { plainWords } from './plain-words.ts';

const { error } = tLists.jobs;

describe('issue 6, jobs: the error in plain words', () => {
  it.each([
    ['ENOSPC: no space left on device, write', error.full],
    ["ENOENT: no such file or directory, open '/srv/scans/a'", error.gone],
    ["EACCES: permission denied, open '/srv/scans/a'", error.denied],
    ['EIO: i/o error, read', error.disk],
    ['connect ECONNREFUSED 10.0.0.7:587', error.away],
    ['Connection timeout', error.away],
    ['Greeting never received', error.away],
    ['getaddrinfo ENOTFOUND mail.example.org', error.away],
    ['Invalid login: 535 5.7.8 Error: authentication failed', error.login],
    ['self-signed certificate in certificate chain', error.secure],
    ["Can't send mail - all recipients were rejected: 550 5.1.1 no such user", error.refused],
    ['Message failed: 451 4.7.1 Try again later', error.refused],
    ['The process that ran it ended before it was done, each time.', error.abandoned],
    ['undefined is not a function', error.other],
    ['', ''],
  ])('%s', (note, words) => {
    expect(plainWords(note)).toBe(words);
  });
});
