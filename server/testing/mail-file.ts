/** A parsed mail. */
export interface ReadMail {
  to: string;
  subject: string;
  messageId: string;
  /** Raw headers, unfolded. */
  headers: string;
  /** The plain part. */
  text: string;
  /** The HTML part; empty without one. */
  html: string;
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** RFC 2047: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`. */
const words = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, how: string, coded: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : quotedPrintable(coded.replaceAll('_', ' ')),
    );

function split(source: string) {
  const end = source.indexOf('\n\n');
  const headers = source.slice(0, end).replace(/\n[ \t]+/g, ' ');
  return {
    headers,
    header: (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '',
    body: source.slice(end + 2),
  };
}

/** Parses a message (RFC 5322) of our transports: one part, or plain text and HTML as alternatives. */
export function readMail(raw: string): ReadMail {
  const { headers, header, body } = split(raw.replaceAll('\r\n', '\n'));
  const boundary = /boundary="?([^";]+)"?/.exec(header('Content-Type'))?.[1];
  const sources = boundary ? body.split(`--${boundary}`).slice(1, -1) : [raw.replaceAll('\r\n', '\n')];
  const part = (type: string): string => {
    for (const source of sources) {
      const piece = split(source.replace(/^\n/, ''));
      if (!piece.header('Content-Type').startsWith(type)) continue;
      const coded = piece.header('Content-Transfer-Encoding') === 'quoted-printable';
      return coded ? quotedPrintable(piece.body) : piece.body;
    }
    return '';
  };
  return {
    to: header('To'),
    subject: words(header('Subject')),
    messageId: header('Message-ID'),
    headers,
    text: part('text/plain'),
    html: part('text/html'),
  };
}
