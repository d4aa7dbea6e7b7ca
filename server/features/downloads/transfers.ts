import { AppError } from '../../errors.ts';
import type { Watcher } from '../../http/send-file.ts';
import type { Downloader, DownloadsStore, FoundObject } from './downloads.store.ts';
import { merge, type Span } from './spans.ts';

/** Progress goes into the rows this often, all records together (decisions §5). */
const FLUSH_EVERY = 2_000;
/** A running answer looks at the approval again this often. */
const LOOK_EVERY = 10_000;
/** Per user at a time (threats.md, "Limits"). */
const OBJECTS = 8;
const CONNECTIONS = 32;

interface Transfer {
  userId: string;
  objectId: string;
  cut: () => void;
}

interface Progress {
  bytes: number;
  spans: Span[];
}

/** The answers that run right now: counts their bytes, and cuts those whose user may no longer download. */
export function transfers(store: DownloadsStore, now: () => number, onError: (error: unknown) => void) {
  const running = new Set<Transfer>();
  const progress = new Map<string, Progress>();
  let flushing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const changes = [...progress].map(([id, { bytes, spans }]) => ({ id, bytes, spans }));
    progress.clear();
    if (changes.length === 0) return;
    try {
      await store.addProgress(changes, now());
    } catch (error) {
      // Kept for the next time: the bytes did go out.
      for (const { id, bytes, spans } of changes) add(id, bytes, spans);
      throw error;
    }
  }

  function flush(): Promise<void> {
    flushing ??= write().finally(() => {
      flushing = undefined;
    });
    return flushing;
  }

  function add(id: string, bytes: number, spans: Span[]): void {
    const known = progress.get(id) ?? { bytes: 0, spans: [] };
    progress.set(id, { bytes: known.bytes + bytes, spans: merge([...known.spans, ...spans]) });
  }

  async function lookAgain(): Promise<void> {
    const users = [...new Set([...running].map((transfer) => transfer.userId))];
    if (users.length === 0) return;
    const approved = await store.approvedAmong(users, now());
    for (const transfer of running) if (!approved.has(transfer.userId)) transfer.cut();
  }

  function checkRoom(userId: string, objectId: string): void {
    const own = [...running].filter((transfer) => transfer.userId === userId);
    const objects = new Set(own.map((transfer) => transfer.objectId)).add(objectId);
    if (own.length >= CONNECTIONS || objects.size > OBJECTS) {
      throw new AppError(
        429,
        `At most ${OBJECTS} files and ${CONNECTIONS} connections at a time. Wait until one is done.`,
        { retryAfter: 10 },
      );
    }
  }

  const timers = [
    setInterval(() => flush().catch(onError), FLUSH_EVERY),
    setInterval(() => lookAgain().catch(onError), LOOK_EVERY),
  ];
  for (const timer of timers) timer.unref();

  return {
    /** Watches one answer. The record is opened at its first byte. */
    watch(object: FoundObject, who: Downloader): Watcher {
      let recordId: string | undefined;
      let transfer: Transfer | undefined;
      return {
        async begin(range, cut) {
          checkRoom(who.userId, object.id);
          transfer = { userId: who.userId, objectId: object.id, cut };
          running.add(transfer);
          try {
            recordId = await store.openRecord(object, who, range.start === 0, now());
          } catch (error) {
            running.delete(transfer);
            throw error;
          }
          if (object.size === 0) add(recordId, 0, []);
        },
        sent(position, bytes) {
          if (recordId !== undefined) add(recordId, bytes, [[position, position + bytes]]);
        },
        end() {
          if (transfer) running.delete(transfer);
          flush().catch(onError);
        },
      };
    },

    /** Writes all that went out until now, also what came while another write was under way. */
    async flush(): Promise<void> {
      await flushing?.catch(onError);
      await flush();
    },
    lookAgain,

    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await flushing?.catch(onError);
      await flush();
    },
  };
}

export type Transfers = ReturnType<typeof transfers>;
