import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import type { TextCipher } from '../shared/text-cipher.ts';
import { outboxStore } from './outbox.store.ts';
import { outbox } from './outbox.ts';
import { transportFor } from './transports.ts';

export { mailKeys } from './mail-texts.ts';
export {
  alreadyRegisteredMail,
  codeMail,
  decisionMail,
  endMail,
  type FaultyFile,
  faultsMail,
  invitationMail,
  type Site,
  type SiteOf,
  waitingMail,
} from './mails.ts';
export { dropMail, encryptOldMails, type Mail, postMail } from './outbox.store.ts';

interface OutboxDependencies {
  db: Db;
  /** Encrypts what a mail holds until it has left. */
  cipher: TextCipher;
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;
  now: () => number;
  onError: (error: unknown) => void;
}

/** The mails that wait to be sent, and what sends them. */
export const createOutbox = ({ db, cipher, config, now, onError }: OutboxDependencies) =>
  outbox({ store: outboxStore(db, cipher), transport: transportFor(config), now, onError });
