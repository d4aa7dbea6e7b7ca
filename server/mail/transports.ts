import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodemailerError, SendMailOptions } from 'nodemailer';
import { PRIVATE_FILE, PRIVATE_FOLDER, restrict } from '../shared/modes.ts';
import type { OutgoingMail } from './outbox.store.ts';

/** Takes mails to where they belong. `send` resolves once somebody else answers for the mail. */
export interface Transport {
  /** Mails that it takes at the same time, at most. */
  atOnce: number;
  /** @throws MailRefused when it is this mail that is not wanted; anything else is the way's trouble */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
  close: () => void;
}

/** The mail server answered, and does not take this mail. */
export class MailRefused extends Error {
  /** Asking again will not help (5xx). */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.name = 'MailRefused';
    this.permanent = permanent;
  }
}

/** What nodemailer consists of, each a few milliseconds to load; it needs them all. */
const PARTS = ['shared', 'mail-composer', 'smtp-pool'];

/**
 * nodemailer is loaded for the first mail: it would be a tenth of a start. Part by part, between which requests are served:
 * its fifty files at once, and then the mail, would hold the event loop for 40 ms, longer on a busy machine. (An
 * immediate is no such pause: it comes before the next requests.)
 */
async function createTransport(): Promise<typeof import('nodemailer').createTransport> {
  for (const part of PARTS) {
    await import(`nodemailer/lib/${part}`);
    await sleep(1);
  }
  const { createTransport } = await import('nodemailer');
  await sleep(1);
  return createTransport;
}

/** The bare address of a sender such as `Vitrine <noreply@example.org>`. */
const bareAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** The message, the same on each try: who gets it twice sees one by its Message-ID. */
function compose(mail: OutgoingMail, from: string): SendMailOptions {
  const sender = bareAddress(from);
  return {
    from,
    to: { name: '', address: mail.to },
    envelope: { from: sender, to: [mail.to] },
    messageId: `<${mail.id}@${sender.split('@').at(-1) ?? 'localhost'}>`,
    date: new Date(mail.createdAt),
    subject: mail.subject,
    text: mail.body,
    html: mail.html || undefined,
    textEncoding: 'quoted-printable',
    headers: {
      // RFC 3834: no holiday notices in return.
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: the mail program's own button, without a session and by one click.
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableUrlAccess: true,
    disableFileAccess: true,
  };
}

/** SMTP when there is a server for it, else files in the data folder. */
export const transportFor = (config: {
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
}): Transport =>
  config.smtpUrl === undefined
    ? fileTransport(join(config.dataDir, 'outbox'), config.mailFrom)
    : smtpTransport(config.smtpUrl, config.mailFrom);

/** Mails as `.eml` files in a folder, for a portal without a mail server. */
export function fileTransport(folder: string, from: string): Transport {
  restrict(folder, PRIVATE_FOLDER);
  const begin = async () =>
    (await createTransport())({ streamTransport: true, buffer: true, newline: 'unix' });
  let composer: ReturnType<typeof begin> | undefined;
  return {
    // One by one: a folder's newest file is the newest mail.
    atOnce: 1,
    async send(mail) {
      composer ??= begin();
      const { message } = await (await composer).sendMail(compose(mail, from));
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      const draft = join(folder, `.${mail.id}`);
      await writeFile(draft, message as Buffer, { mode: PRIVATE_FILE });
      await rename(draft, join(folder, `${mail.id}.eml`));
    },
    close: () => {},
  };
}

const CONNECTIONS = 3;
/** How long a server may take for each part, and for all of one mail, in ms. */
const patience = { connect: 8_000, greeting: 8_000, answer: 15_000, whole: 25_000 };

/**
 * Mails over SMTP.
 * @param url `smtp://[user:password@]host:port` or `smtps://…`
 */
export function smtpTransport(url: string, from: string, waits = patience): Transport {
  const begin = async () =>
    (await createTransport())({
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      // A connection that breaks may have done its work already: only the outbox decides what is tried again.
      maxRequeues: 0,
      connectionTimeout: waits.connect,
      dnsTimeout: waits.connect,
      greetingTimeout: waits.greeting,
      socketTimeout: waits.answer,
    });
  let transport: ReturnType<typeof begin> | undefined;
  return {
    atOnce: CONNECTIONS,
    async send(mail, signal) {
      try {
        transport ??= begin();
        await (await transport).sendMail({
          ...compose(mail, from),
          signal: AbortSignal.any([signal, AbortSignal.timeout(waits.whole)]),
        });
      } catch (error) {
        const { code, command, responseCode = 0, message } = error as NodemailerError;
        // A refused sender is the same for all mails: the set-up's trouble, not this mail's.
        const ofThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
        if (ofThisMail) throw new MailRefused(message, responseCode === 0 || responseCode >= 500);
        throw error;
      }
    },
    close: () => void transport?.then((begun) => begun.close()).catch(() => {}),
  };
}

/**
 * Connects and signs in, and sends nothing.
 * @throws when the server cannot be reached, or does not take us
 */
export async function tryMailServer(url: string, waits = patience): Promise<void> {
  const transport = (await createTransport())({
    url,
    connectionTimeout: waits.connect,
    dnsTimeout: waits.connect,
    greetingTimeout: waits.greeting,
    socketTimeout: waits.answer,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
