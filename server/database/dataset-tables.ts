import type { Generated } from 'kysely';
import type { DatasetStatus } from '../../contract/catalogue.ts';
import type { DatasetTexts } from '../../contract/dataset-texts.ts';
import type { Flag, Time } from './scalars.ts';

export interface DatasetsTable extends DatasetTexts {
  id: string;
  name: string;
  version: string;
  modality_name: string;
  count: number;
  samples: string | null;
  path: string;
  desc_path: string | null;
  status: DatasetStatus;
  sort: number;
  created_at: Time;
  published_at: Time | null;
  trashed_at: Time | null;
  /** When its files were removed for good; the row stays for the records. */
  purged_at: Time | null;
  /** When anything of it that visitors see last changed: fields, picture, document, subsets, files, status. */
  updated_at: Time | null;
}

/** A dataset's description as pages and machines show it; good while source and rules are the current ones. */
export interface RenderingsTable {
  dataset_id: string;
  /** The version of the rules it was made by. */
  rules: number;
  /** The `detail` that it was made of. */
  source: string;
  html: string;
  plain: string;
}

export interface SubsetsTable {
  id: string;
  dataset_id: string;
  path: string;
  description: string;
  content_type: string;
  sort: number;
  created_at: Time;
  trashed_at: Time | null;
  purged_at: Time | null;
}

/** Every path in use: one place, so that subsets and datasets can never share one. */
export interface PathsTable {
  path: string;
  dataset_id: string;
  subset_id: string | null;
}

/** An immutable thing to download: one revision of a subset's file or of a dataset's whole. */
export interface ObjectsTable {
  id: string;
  dataset_id: string;
  /** Null: the dataset's whole. */
  subset_id: string | null;
  kind: 'file' | 'zip';
  /** A file's bytes, or a ZIP's layout. */
  blob_key: string;
  size: number;
  file_count: number;
  /** Without quotes: a file's SHA-256, a ZIP's SHA-256 of its layout. */
  etag: string;
  sha256: string | null;
  created_at: Time;
  superseded_at: Time | null;
  /** When its bytes were removed; its hashes stay, for provenance. */
  purged_at: Time | null;
}

export interface BlobsTable {
  key: string;
  /** The server (its data folder's id) that writes or wrote it. */
  owner: string;
  /**
   * `writing` until the transaction that uses it commits; what is `writing` at start is an orphan. `discarded` when
   * nothing may use it any more, until its bytes and then its row are gone. `purging` from the commit after which
   * nothing uses it until its bytes are gone, then `purged`.
   */
  state: 'writing' | 'discarded' | 'kept' | 'purging' | 'purged';
  size: number;
  /** Empty until it is hashed. */
  sha256: string;
  crc32: number;
  created_at: Time;
  /** Of a file registered in place: its absolute path. Null: the bytes lie in the store. */
  source: string | null;
  /** Of a file registered in place, when it was registered: microseconds since 1970. */
  mtime_us: number | null;
  /** What is wrong with the bytes; a marked blob is not served. */
  mark: 'changed' | 'vanished' | 'corrupt' | null;
  marked_at: Time | null;
  /** When its bytes were last hashed again. */
  scrubbed_at: Time | null;
}

/** A resumable upload (tus). Its bytes go to the blob; what is neither finished nor used expires. */
export interface UploadsTable {
  id: string;
  admin_id: string;
  blob_key: string;
  file_name: string;
  /** Of the whole file. */
  size: number;
  /** Bytes that are safe. */
  received: number;
  folder_id: string | null;
  /** Below the folder, with `/`. */
  relative_path: string | null;
  created_at: Time;
  expires_at: Time;
  finished_at: Time | null;
  /** When a subset or dataset took it. */
  used_at: Time | null;
}

/** Uploads that come in together and become one subset. */
export interface FoldersTable {
  id: string;
  admin_id: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

/** Files on their way into a subset (or a dataset's own archive) until all of them are hashed. */
export interface IntakesTable {
  /** The object that it becomes has the same id: so the files of an object are found. */
  id: string;
  dataset_id: string;
  /** Null: the dataset's own archive. */
  subset_id: string | null;
  kind: 'file' | 'folder';
  /** JSON: `{ upload } | { folder } | { import }`, as it was asked for. */
  source: string;
  /** Bytes, as far as known: 0 until a folder on the server's disk is walked. */
  size: number;
  /** Bytes hashed so far. */
  hashed: number;
  /** 0 until a folder on the server's disk is walked. */
  file_count: number;
  created_at: Time;
  ended_at: Time | null;
  /** What was left out, in words; may be empty. */
  note: string;
  /** Why it ended without a file to hand out. */
  failure: string | null;
}

export interface IntakeFilesTable {
  intake_id: string;
  /** A folder's: below it, with `/`. A file's: its name. */
  name: string;
  blob_key: string;
}

/** What `/static/…` serves: sample images and PDFs. */
export interface StaticFilesTable {
  path: string;
  blob_key: string;
  content_type: string;
}

export interface RecordsTable {
  id: string;
  user_id: string | null;
  user_name: string;
  email: string;
  dataset_id: string;
  dataset_name: string;
  version: string;
  subset_path: string;
  object_id: string;
  /** `<user>:<object>` while further ranges join this record: unique, so that parallel requests make one. */
  open_key: string | null;
  bytes_sent: number;
  total_bytes: number;
  complete: Flag | null;
  /** JSON: the covered ranges `[[start, end], …]`, ends exclusive. */
  ranges: string;
  started_at: Time;
  finished_at: Time | null;
  ip: string;
  user_agent: string;
  via: string;
  /** Of `record_people`; null where nobody is named any more. */
  person: number | null;
}

/** Name and address of each who downloads, once, in lower case: what a keyword is looked for in. */
export interface RecordPeopleTable {
  id: Generated<number>;
  searched: string;
}

/** What the charts show: raised in the transactions that write the records. */
export interface DownloadDaysTable {
  /** Days since 1970, UTC, of the records' `started_at`. */
  day: number;
  dataset_id: string;
  dataset_name: string;
  version: string;
  /** Downloads begun. */
  count: number;
  bytes: number;
}

/** The last progress of downloads that each server process wrote, so that repeating it adds nothing. */
export interface FlushesTable {
  server: string;
  token: string;
  at: Time;
}
