import { setTimeout as sleep } from 'node:timers/promises';
import { JobFailed, type JobQueue, type RunningJob } from '../queue/index.ts';
import { MAIL_JOB, type OutboxStore, type OutgoingMail } from './outbox.store.ts';
import { MailRefused, type Transport } from './transports.ts';

/** Longest wait between tries: with a try's own time, a mail leaves within 60 s of the mail server's recovery. */
const LONGEST_WAIT = 30_000;
const PERMANENT_TRIES = 3;
/** As mail servers do (RFC 5321, 4.5.4.1). */
const GIVE_UP_AFTER = 5 * 86_400_000;
/** Grace period of running sends when the portal stops: less than the queue's own. */
const GRACE = 4_000;

const waitAfter = (tries: number): number => Math.min(LONGEST_WAIT, 1_000 * 2 ** tries);

interface Dependencies {
  queue: JobQueue;
  store: OutboxStore;
  transport: Transport;
  now: () => number;
}

/**
 * Registers the sending of mails as a kind of job. When the mail server fails, rather than a single mail, all mails wait:
 * nothing is gained by one connection attempt per mail.
 */
export function outbox({ queue, store, transport, now }: Dependencies) {
  /** Consecutive failures of the mail server, and the end of the pause after them. */
  let troubles = 0;
  let pausedUntil = 0;

  /** Retried: a short failure of the database must not send the mail twice. */
  async function noteSent(id: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await store.sent(id, now());
      } catch (error) {
        if (tries === 5) throw error;
        await sleep(1_000);
      }
    }
  }

  async function noteFailed(mail: OutgoingMail, tries: number, error: unknown): Promise<never> {
    const words = error instanceof Error ? error.message : String(error);
    const refused = error instanceof MailRefused;
    // Concurrent sends fail for the same reason: it counts once.
    if (!refused && now() >= pausedUntil) pausedUntil = now() + waitAfter(++troubles);
    const hopeless = refused && error.permanent && mail.attempts >= PERMANENT_TRIES;
    if (hopeless || now() - mail.createdAt > GIVE_UP_AFTER) {
      await store.giveUp(mail.id, now(), words);
      throw new JobFailed(words, { cause: error });
    }
    await store.failed(mail.id, now() + waitAfter(tries), words);
    throw error;
  }

  async function send({ payload, attempts, signal }: RunningJob): Promise<void> {
    signal.throwIfAborted();
    const late = new AbortController();
    signal.addEventListener('abort', () => setTimeout(() => late.abort(), GRACE).unref());
    const mail = await store.begin((payload as { id: string }).id, now());
    if (!mail) return;
    try {
      await transport.send(mail, late.signal);
    } catch (error) {
      return noteFailed(mail, attempts, error);
    }
    troubles = 0;
    await noteSent(mail.id);
  }

  /** A pause longer than the longest means that the clock was set back. */
  const ready = (): boolean => now() >= pausedUntil || pausedUntil - now() > LONGEST_WAIT;

  queue.handle(MAIL_JOB, send, { atOnce: transport.atOnce, ready, waits: waitAfter, fleeting: true });
  return { close: transport.close };
}
