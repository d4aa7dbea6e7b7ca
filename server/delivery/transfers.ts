import type { AccessStore } from '../access/index.ts';
import type { RequestStandings } from '../approval/index.ts';
import type { ByteRange } from '../http/index.ts';
import type { RunningDownload } from '../servers/index.ts';
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
  /** Of reviewer links, those that still open their version. */
  openLinksAmong: AccessStore['openLinksAmong'];
  /** The withdrawn ones of the given datasets. */
  withdrawnAmong: AccessStore['withdrawnAmong'];
  /** Of people and lineages, those pairs whose request does not hold any more. */
  endedAmong: RequestStandings['endedAmong'];
  now: () => number;
  onError: (error: unknown) => void;
}

/** A file of what is recorded: its index, and the position of its first byte. */
export interface RecordedFile {
  index: number;
  start: number;
}

interface Transfer {
  isGuests: boolean;
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
  const { store, approvedAmong, openLinksAmong, withdrawnAmong, endedAmong, now, onError } = given;
  /** By the id of the user, or of the reviewer link. */
  const running = new Map<string, Set<Transfer>>();
  const records = openRecords(store, now);

  async function lookAgain(): Promise<void> {
    if (running.size === 0) return;
    const all = [...running.values()].flatMap((own) => [...own]);
    const datasets = new Set(all.map((one) => one.datasetId));
    const lineages = new Set(all.flatMap((one) => one.byRequestFor ?? []));
    const isGuests = (own: ReadonlySet<Transfer>) => [...own].some((one) => one.isGuests);
    const holders = Map.groupBy(running, ([, own]) => (isGuests(own) ? 'links' : 'people'));
    const people = holders.get('people')?.map(([id]) => id) ?? [];
    const links = holders.get('links')?.map(([id]) => id) ?? [];
    const [approved, open, withdrawn, isEnded] = await Promise.all([
      people.length > 0 ? approvedAmong(people, now()) : new Set(),
      links.length > 0 ? openLinksAmong(links, now()) : new Set(),
      withdrawnAmong([...datasets]),
      endedAmong(people, [...lineages]),
    ]);
    const mayNotGoOn = (holder: string, { isGuests, datasetId, byRequestFor }: Transfer): boolean =>
      !(isGuests ? open : approved).has(holder) ||
      withdrawn.has(datasetId) ||
      (byRequestFor !== undefined && isEnded(holder, byRequestFor));
    for (const [holder, own] of running)
      for (const transfer of own) if (mayNotGoOn(holder, transfer)) transfer.cut();
  }

  function start(holder: string, transfer: Transfer): void {
    const own = running.get(holder) ?? new Set();
    const objects = new Set([...own].map(({ key }) => key)).add(transfer.key);
    if (own.size >= CONNECTIONS || objects.size > OBJECTS) {
      throw new AppError(
        429,
        `At most ${OBJECTS} files and ${CONNECTIONS} connections at a time. Wait until one is done.`,
        { retryAfter: 10 },
      );
    }
    running.set(holder, own.add(transfer));
  }

  function stop(holder: string, transfer: Transfer): void {
    const own = running.get(holder);
    own?.delete(transfer);
    if (own?.size === 0) running.delete(holder);
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
      const { id: holder, kind } = who.to;
      let transfer: Transfer | undefined;
      let record: OpenRecord | undefined;
      return {
        admit(cut) {
          const wanted = {
            isGuests: kind === 'guest',
            key: recordKey(holder, object),
            datasetId: object.datasetId,
            byRequestFor: object.asksRequest && kind === 'user' ? object.lineageId : undefined,
            cut,
          };
          start(holder, wanted);
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
          if (transfer) stop(holder, transfer);
          // Only the response that completes a download flushes at once: no commit per range (performance.md).
          if (!record) return;
          records.settleFiles(record);
          if (records.becameWhole(record)) records.flush().catch(onError);
        },
      };
    },

    /** The downloads that this process is sending now, each once however many connections it has. */
    running(): RunningDownload[] {
      const found = new Map<string, RunningDownload>();
      for (const [holder, own] of running) {
        for (const { recordId, isGuests } of own)
          if (recordId) found.set(recordId, { recordId, userId: isGuests ? null : holder });
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
