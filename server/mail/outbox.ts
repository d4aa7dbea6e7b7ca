import { setTimeout as sleep } from 'node:timers/promises';
import { periodic } from '../shared/schedule.ts';
import type { OutboxStore, OutgoingMail } from './outbox.store.ts';
import { MailRefused, type Transport } from './transports.ts';

const EVERY = 1_000;
/** How long a server may hold a mail; far longer than any transport takes for one. */
const LEASE = 120_000;
/** Longest wait between tries: with a try's own time, a mail leaves within 60 s of the mail server's recovery. */
const LONGEST_WAIT = 30_000;
const PERMANENT_TRIES = 3;
/** As mail servers do (RFC 5321, 4.5.4.1). */
const GIVE_UP_AFTER = 5 * 86_400_000;
/** What running sends get when the portal stops. */
const GRACE = 5_000;

const waitAfter = (tries: number): number => Math.min(LONGEST_WAIT, 1_000 * 2 ** tries);

interface Dependencies {
  store: OutboxStore;
  transport: Transport;
  now: () => number;
  onError: (error: unknown) => void;
}

/**
 * Carries what is due, a few mails at once. When it is the way that fails and not a mail, all of them wait: nothing
 * is gained by knocking once per mail.
 */
export function outbox({ store, transport, now, onError }: Dependencies) {
  const stopping = new AbortController();
  let stopped = false;
  /** Failures of the way in a row, and until when it is left alone. */
  let troubles = 0;
  let pausedUntil = 0;

  /** The mail has left: a database that is away for a moment must not make it leave twice. */
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

  async function noteFailed(mail: OutgoingMail, error: unknown): Promise<void> {
    const words = error instanceof Error ? error.message : String(error);
    const refused = error instanceof MailRefused;
    // Sends that ran at the same time fail of the same trouble: it counts once.
    if (!refused && now() >= pausedUntil) pausedUntil = now() + waitAfter(++troubles);
    const hopeless = refused && error.permanent && mail.attempts >= PERMANENT_TRIES;
    if (hopeless || now() - mail.createdAt > GIVE_UP_AFTER) await store.giveUp(mail.id, now(), words);
    else await store.failed(mail.id, now() + waitAfter(mail.attempts), words);
  }

  async function send(due: { id: string; not_before: number }): Promise<void> {
    const mail = await store.claim(due.id, due.not_before, now() + LEASE, now());
    if (!mail) return;
    try {
      await transport.send(mail, stopping.signal);
    } catch (error) {
      onError(error);
      return noteFailed(mail, error);
    }
    troubles = 0;
    await noteSent(mail.id);
  }

  /** A pause longer than the longest is a clock that was set back. */
  const isPaused = (): boolean => stopped || (now() < pausedUntil && pausedUntil - now() <= LONGEST_WAIT);

  async function round(): Promise<void> {
    while (!isPaused()) {
      const due = await store.due(now());
      if (due.length === 0) return;
      const worker = async () => {
        for (let next = due.shift(); next && !isPaused(); next = due.shift()) await send(next);
      };
      const ends = await Promise.allSettled(Array.from({ length: transport.atOnce }, worker));
      const broken = ends.find((end) => end.status === 'rejected');
      if (broken) throw broken.reason;
    }
  }

  const rounds = periodic(round, EVERY, onError);
  return {
    /** Carries all that is due now, also what came while another round was under way. */
    flush: rounds.now,

    async stop(): Promise<void> {
      stopped = true;
      const grace = setTimeout(() => stopping.abort(), GRACE);
      await rounds.stop();
      clearTimeout(grace);
      transport.close();
    },
  };
}
