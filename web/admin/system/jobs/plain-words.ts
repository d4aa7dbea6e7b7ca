import { tLists } from '#texts/lists';

const words = tLists.jobs.error;

/** Patterns of raw error messages, with their explanation. The first match counts; SMTP reply codes come last. */
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

/** Explains a raw error: the cause, and the remedy if known. Empty for none. */
export function plainWords(note: string): string {
  if (note === '') return '';
  const found = meanings.find(([pattern]) => pattern.test(note));
  return words[found?.[1] ?? 'other'];
}
