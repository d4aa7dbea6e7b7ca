import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import type { JobQueue } from '../queue/index.ts';
import type { TextCipher } from '../shared/text-cipher.ts';
import { outboxStore } from './outbox.store.ts';
import { outbox } from './outbox.ts';
import { transportFor } from './transports.ts';

export { newsMail, problemAnswerMail } from './letters.ts';
export { mailKeys } from './mail-texts.ts';
export {
  alreadyRegisteredMail,
  codeMail,
  decisionMail,
  endMail,
  type FaultyFile,
  faultsMail,
  invitationMail,
  reportedMail,
  requestsWaitingMail,
  type Site,
  type SiteOf,
  waitingMail,
} from './mails.ts';
export { addMailJob, dropMail, encryptOldMails, MAIL_JOB, type Mail, postMail } from './outbox.store.ts';
export { recallMail } from './recall-mail.ts';
export { groupMail, requestEndMail, requestMail } from './request-mails.ts';
export { tryMailServer } from './transports.ts';

interface OutboxDependencies {
  db: Db;
  /** Encrypts the content of a mail until it is sent. */
  cipher: TextCipher;
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;
  queue: JobQueue;
  now: () => number;
}

/** Sends waiting mails as jobs of the queue; close it after the queue. */
export const createOutbox = ({ db, cipher, config, queue, now }: OutboxDependencies) =>
  outbox({ queue, store: outboxStore(db, cipher), transport: transportFor(config), now });
