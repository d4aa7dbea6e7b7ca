import type { ByteRange } from '../http/index.ts';
import { newId } from '../shared/ids.ts';
import {
  type Beginning,
  beginningOf,
  type Downloader,
  type Flush,
  JOINABLE,
  type RecordKeeping,
} from './record-keeping.store.ts';
import { type Recorded, recordKey } from './recorded.ts';
import { coveredFiles } from './sent-files.ts';
import { covers, grow, lengthOf, type Runs, runsOf, spansOf } from './spans.ts';

/** ms after its last use when a record leaves memory. */
const KEPT = 30_000;
/** Number of runs above which they are merged, and the shortest dropped. */
const MANY = 8_192;

/** A record that ranges currently join, with the progress not yet in its row. */
export interface OpenRecord {
  id: string;
  startedAt: number;
  size: number;
  /** The byte ranges sent as far as this server knows, from the row and since. */
  union: Runs;
  /** Upper bound of the bytes that `union` covers: no merging while this is below the size. */
  most: number;
  /** `union` covers the object, and this was reported. */
  whole: boolean;
  /** Bytes sent, not yet in the row. */
  bytes: number;
  runs: Runs;
  /** Offloaded: the bytes received are unknown. */
  granted: boolean;
  /** Of files: see `Recorded`. */
  files: Float64Array | undefined;
  /** Those sent whole, not yet in the row. */
  sentWhole: Set<number>;
  usedAt: number;
}

interface Writing {
  records: Set<OpenRecord>;
  flush: Flush;
}

/** The records in use, whose progress is kept in memory and flushed to the rows periodically (decisions §5). */
export function openRecords(store: RecordKeeping, now: () => number) {
  const byKey = new Map<string, Promise<OpenRecord>>();
  const byId = new Map<string, OpenRecord>();
  const dirty = new Set<OpenRecord>();
  const server = newId();
  let flushing: Promise<void> | undefined;
  /** A flush without acknowledgement: committed or not. */
  let unacknowledged: Writing | undefined;

  async function write(): Promise<void> {
    // The bytes were sent: an unacknowledged flush is repeated. If it was committed, its token makes that a no-op.
    if (unacknowledged) await finish(unacknowledged);
    if (dirty.size === 0) return;
    const records = new Set(dirty);
    const changes = [...records].map((record) => {
      const { id, bytes, runs, granted, files, sentWhole } = record;
      Object.assign(record, { bytes: 0, runs: runsOf([]), sentWhole: new Set() });
      return { id, bytes, spans: spansOf(runs), granted, ...(files && { files, sentWhole }) };
    });
    dirty.clear();
    await finish({ records, flush: { server, token: newId(), changes } });
  }

  async function finish(writing: Writing): Promise<void> {
    unacknowledged = writing;
    await store.addProgress(writing.flush, now());
    unacknowledged = undefined;
  }

  function forget(): void {
    for (const [key, opening] of byKey) {
      void opening.then((record) => {
        const used = dirty.has(record) || unacknowledged?.records.has(record) || record.usedAt > now() - KEPT;
        if (used) return;
        byId.delete(record.id);
        if (byKey.get(key) === opening) byKey.delete(key);
      }, ignored);
    }
  }

  function flush(): Promise<void> {
    flushing ??= write().finally(() => {
      flushing = undefined;
      forget();
    });
    return flushing;
  }

  async function flushAll(): Promise<void> {
    // Progress added during a running flush needs another one.
    await flushing?.catch(ignored);
    await flush();
  }

  async function lookUp(object: Recorded, who: Downloader, beginning: Beginning, granted: boolean) {
    const found = await store.openRecord(object, who, { beginning, granted, now: now() });
    const record = byId.get(found.id) ?? {
      id: found.id,
      startedAt: found.startedAt,
      size: object.size,
      union: runsOf(found.spans),
      most: lengthOf(found.spans),
      // Which of many files are missing, the row knows.
      whole: object.files !== undefined,
      bytes: 0,
      runs: runsOf([]),
      granted: false,
      files: object.files,
      sentWhole: new Set<number>(),
      usedAt: 0,
    };
    byId.set(record.id, record);
    return record;
  }

  /** The record that a response counts to: for a range of a running download, without a query. */
  async function join(
    object: Recorded,
    who: Downloader,
    beginning: Beginning,
    granted = false,
  ): Promise<OpenRecord> {
    const key = recordKey(who.to.id, object);
    let record = await byKey.get(key)?.catch(ignored);
    if (!record || beginning !== 'later' || record.startedAt <= now() - JOINABLE) {
      // A response from byte 0 joins or begins a record by whether the download is complete: the row must be current.
      if (record && (record.bytes > 0 || unacknowledged?.records.has(record))) await flushAll();
      const opening = lookUp(object, who, beginning, granted);
      byKey.set(key, opening);
      try {
        record = await opening;
      } catch (error) {
        if (byKey.get(key) === opening) byKey.delete(key);
        throw error;
      }
    }
    record.granted ||= granted;
    record.usedAt = now();
    // An empty object is complete without a byte.
    if (object.size === 0 && !object.files) dirty.add(record);
    return record;
  }

  function add(record: OpenRecord, position: number, bytes: number): void {
    const end = position + bytes;
    record.bytes += bytes;
    record.most += bytes;
    for (const part of record.whole ? (['runs'] as const) : (['runs', 'union'] as const)) {
      grow(record[part], position, end);
      if (record[part].size > MANY) record[part] = runsOf(spansOf(record[part]));
    }
    record.usedAt = now();
    dirty.add(record);
  }

  /** Counts the files sent whole, in whatever pieces; parts of others stay ranges. */
  function settleFiles(record: OpenRecord): void {
    if (!record.files) return;
    const { whole, rest } = coveredFiles(spansOf(record.runs), record.files);
    for (const index of whole) record.sentWhole.add(index);
    record.runs = runsOf(rest);
  }

  /** A file of no bytes is sent whole when it is asked for. */
  function addEmptyFile(record: OpenRecord, index: number): void {
    record.sentWhole.add(index);
    dirty.add(record);
  }

  return {
    join,
    add,
    settleFiles,
    addEmptyFile,
    flush,
    flushAll,

    /** Whether the object has just become complete, in whatever pieces. */
    becameWhole(record: OpenRecord): boolean {
      if (record.whole || record.most < record.size) return false;
      const spans = spansOf(record.union);
      record.whole = covers(spans, record.size);
      // Exact again: the next merge only after as many bytes as are missing.
      record.union = runsOf(spans);
      record.most = lengthOf(spans);
      return record.whole;
    },

    /** Counts an offloaded range. */
    async grant(object: Recorded, who: Downloader, range: ByteRange, base: number): Promise<void> {
      const beginning = object.files ? 'later' : beginningOf(range, object.size);
      const record = await join(object, who, beginning, true);
      add(record, base + range.start, range.end - range.start);
      settleFiles(record);
    },
  };
}

const ignored = (): undefined => undefined;
