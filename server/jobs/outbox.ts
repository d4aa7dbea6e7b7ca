import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { OutboxStore } from './outbox.store.ts';

const EVERY = 1_000;

/** Gives a mail as it stands in the outbox to whoever carries it. */
export type Carry = (mail: { id: string; to: string; subject: string; body: string }) => Promise<void>;

/** Mails as `.eml` files in a folder, for a portal without a mail server. */
export function fileCarrier(folder: string, from: string): Carry {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async ({ id, to, subject, body }) => {
    const { message } = await composer.sendMail({
      from,
      to,
      subject,
      text: body,
      disableUrlAccess: true,
      disableFileAccess: true,
    });
    await mkdir(folder, { recursive: true });
    const draft = join(folder, `.${id}`);
    await writeFile(draft, message as Buffer, { mode: 0o600 });
    await rename(draft, join(folder, `${id}.eml`));
  };
}

/** Carries what is due, every second, one mail at a time. Call `flush` to do it at once. */
export function outbox(
  store: OutboxStore,
  carry: Carry,
  now: () => number,
  onError: (error: unknown) => void,
) {
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (const mail of await store.due(now())) {
      if (!(await store.claim(mail.id, now()))) continue;
      try {
        await carry({ id: mail.id, to: mail.recipient, subject: mail.subject, body: mail.body });
      } catch (error) {
        onError(error);
        await store.failed(mail.id, now() + Math.min(60_000, 2_000 * 2 ** mail.attempts));
      }
    }
  }

  async function flush(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined;
    });
    await running;
  }

  const timer = setInterval(() => flush().catch(onError), EVERY);
  timer.unref();
  return {
    /** Carries all that is due now, also what came while another round was under way. */
    async flush(): Promise<void> {
      await running?.catch(onError);
      await flush();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await running?.catch(onError);
    },
  };
}
