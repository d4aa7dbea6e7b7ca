import { tLists } from '#texts/lists';

const words = tLists.jobs.error;

/** What machines say, and what it means. The first that fits; a mail server's own numbers come last. */
const meanings: readonly (readonly [RegExp, keyof typeof words])[] = [
  [/\bENOSPC\b|no space left|\b452\b|disk (is )?full/i, 'full'],
  [/\bEACCES\b|\bEPERM\b|\bEROFS\b|permission denied/i, 'denied'],
  [/\bENOENT\b|vanished|no such file/i, 'gone'],
  [/\bEIO\b|corrupt/i, 'disk'],
  [/\bEAUTH\b|\b53[05]\b|authentication|invalid login/i, 'login'],
  [/certificate|\bTLS\b|\bSSL\b|self.signed/i, 'secure'],
  [
    /\b(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EDNS|EPIPE)\b|time-?d? ?out|greeting|socket (hang|close)|connection (closed|lost|reset)/i,
    'away',
  ],
  [/^The process that ran it ended/, 'abandoned'],
  [/\b(55\d|45\d|42\d)\b|recipient|mailbox/i, 'refused'],
];

/** An error's note in plain words: what happened, and what to do where that is known. Empty for none. */
export function plainWords(note: string): string {
  if (note === '') return '';
  const found = meanings.find(([pattern]) => pattern.test(note));
  return words[found?.[1] ?? 'other'];
}
