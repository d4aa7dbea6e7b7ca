import type { AccessStore } from '../access/index.ts';
import type { RequestStandings } from '../approval/index.ts';
import type { ByteRange } from '../http/index.ts';
import { AppError } from '../shared/errors.ts';
import { type OpenRecord, openRecords } from './open-records.ts';
import { beginningOf, type Downloader, type RecordKeeping } from './record-keeping.store.ts';
import { type Recorded, recordKey } from './recorded.ts';
import type { Watcher } from './send-file.ts';

/** ms between flushes of all records' progress (decisions §5). */
const FLUSH_EVERY = 2_000;
/** ms between checks of whether running responses may go on: an ended approval, a withdrawn version. */
const CHECK_EVERY = 10_000;
/** Concurrent downloads per user (threats.md, "Limits"). */
const OBJECTS = 8;
const CONNECTIONS = 32;

interface Dependencies {
  store: RecordKeeping;
  /** The subset of the given users whose approval holds now. */
  approvedAmong: AccessStore['approvedAmong'];
  /** The withdrawn ones of the given datasets. */
  withdrawnAmong: AccessStore['withdrawnAmong'];
  /** Of people and lineages, those pairs whose request does not hold any more. */
  endedAmong: RequestStandings['endedAmong'];
  now: () => number;
  onError: (error: unknown) => void;
}

/** The download of a running response. */
interface Running {
  recordId: string;
  userId: string;
}

/** A file of what is recorded: its index, and the position of its first byte. */
export interface RecordedFile {
  index: number;
  start: number;
}

interface Transfer {
  /** See `recordKey`: files of one version are one object, however many connections fetch them. */
  key: string;
  datasetId: string;
  /** The lineage whose granted request let it begin; undefined where none was asked for. */
  byRequestFor: string | undefined;
  /** Set from the first byte on. */
  recordId?: string;
  cut: () => void;
}

/** The running responses: counts their bytes, and aborts those that may not go on. */
export function transfers(given: Dependencies) {
  const { store, approvedAmong, withdrawnAmong, endedAmong, now, onError } = given;
  const running = new Map<string, Set<Transfer>>();
  const records = openRecords(store, now);

  async function lookAgain(): Promise<void> {
    if (running.size === 0) return;
    const all = [...running.values()].flatMap((own) => [...own]);
    const datasets = new Set(all.map((one) => one.datasetId));
    const lineages = new Set(all.flatMap((one) => one.byRequestFor ?? []));
    const people = [...running.keys()];
    const [approved, withdrawn, isEnded] = await Promise.all([
      approvedAmong(people, now()),
      withdrawnAmong([...datasets]),
      endedAmong(people, [...lineages]),
    ]);
    const mayNotGoOn = (userId: string, { datasetId, byRequestFor }: Transfer): boolean =>
      !approved.has(userId) ||
      withdrawn.has(datasetId) ||
      (byRequestFor !== undefined && isEnded(userId, byRequestFor));
    for (const [userId, own] of running)
      for (const transfer of own) if (mayNotGoOn(userId, transfer)) transfer.cut();
  }

  function start(userId: string, transfer: Transfer): void {
    const own = running.get(userId) ?? new Set();
    const objects = new Set([...own].map(({ key }) => key)).add(transfer.key);
    if (own.size >= CONNECTIONS || objects.size > OBJECTS) {
      throw new AppError(
        429,
        `At most ${OBJECTS} files and ${CONNECTIONS} connections at a time. Wait until one is done.`,
        { retryAfter: 10 },
      );
    }
    running.set(userId, own.add(transfer));
  }

  function stop(userId: string, transfer: Transfer): void {
    const own = running.get(userId);
    own?.delete(transfer);
    if (own?.size === 0) running.delete(userId);
  }

  const timers = [
    setInterval(() => records.flush().catch(onError), FLUSH_EVERY),
    setInterval(() => lookAgain().catch(onError), CHECK_EVERY),
  ];
  for (const timer of timers) timer.unref();

  return {
    /**
     * Observes one response. The record is opened at its first byte.
     * @param file of files fetched one by one: which it is
     */
    watch(object: Recorded, who: Downloader, file?: RecordedFile): Watcher {
      const { userId } = who;
      let transfer: Transfer | undefined;
      let record: OpenRecord | undefined;
      return {
        admit(cut) {
          const wanted = {
            key: recordKey(userId, object),
            datasetId: object.datasetId,
            byRequestFor: object.asksRequest ? object.lineageId : undefined,
            cut,
          };
          start(userId, wanted);
          transfer = wanted;
        },
        async begin(range) {
          const beginning = file ? 'later' : beginningOf(range, object.size);
          record = await records.join(object, who, beginning);
          if (file && range.start === range.end) records.addEmptyFile(record, file.index);
          if (transfer) transfer.recordId = record.id;
        },
        sent(position, bytes) {
          if (record) records.add(record, (file?.start ?? 0) + position, bytes);
        },
        end() {
          if (transfer) stop(userId, transfer);
          // Only the response that completes a download flushes at once: no commit per range (performance.md).
          if (!record) return;
          records.settleFiles(record);
          if (records.becameWhole(record)) records.flush().catch(onError);
        },
      };
    },

    /** The downloads that this process is sending now, each once however many connections it has. */
    running(): Running[] {
      const found = new Map<string, Running>();
      for (const [userId, own] of running) {
        for (const { recordId } of own) if (recordId) found.set(recordId, { recordId, userId });
      }
      return [...found.values()];
    },

    /** Counts an offloaded range: as granted, since its completion is unknown. */
    granted: (object: Recorded, who: Downloader, range: ByteRange, file?: RecordedFile): Promise<void> =>
      records.grant(object, who, range, file?.start ?? 0),

    /** Flushes all progress, also that added during a running flush. */
    flush: records.flushAll,
    lookAgain,

    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await records.flushAll();
    },
  };
}

export type Transfers = ReturnType<typeof transfers>;
