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
  /** When its files were purged; the row stays for the download records. */
  purged_at: Time | null;
  /** Last change that visitors can see: fields, picture, document, subsets, files, status. */
  updated_at: Time | null;
  /** The versions of a dataset share a lineage. */
  lineage_id: string;
  /** Since when its files are fixed; null: they may change. */
  frozen_at: Time | null;
  /** Of a frozen one: SHA-256 of its `sha256` manifest, lower-case hex. */
  release_hash: string | null;
  /** It freezes as soon as everything is hashed. */
  freeze_asked_at: Time | null;
  withdrawn_at: Generated<Time | null>;
  withdrawn_reason: Generated<string>;
  /** UTC day from which its bytes are handed out. */
  embargo_until: string | null;
  /** Who sees the names and hashes of its files. */
  files_visible: Generated<'public' | 'approved'>;
  /** Who is told the column names of its CSV files. */
  columns_visible: Generated<'public' | 'approved'>;
  /** What is new in this version. */
  note: Generated<string>;
  doi: Generated<string>;
  concept_doi: Generated<string>;
  /** JSON: see `identifiers` in contract/releases.ts. */
  author_list: Generated<string>;
  funders: Generated<string>;
  related_works: Generated<string>;
}

/** What the versions of a dataset have in common. */
export interface LineagesTable {
  id: string;
  /** Equal to the `name` of its datasets. */
  name: string;
  /** Unique for ever: its permanent address. */
  slug: string;
  created_at: Time;
  /** When a version was first published: the slug is fixed since. */
  published_at: Time | null;
  /** The set of terms to sign before downloading; null: an approved account is enough. */
  terms_id: Generated<string | null>;
  /** Whether a granted request is needed, too; null: no. */
  asks_request: Generated<Flag | null>;
  /** JSON: the lab's questions; null: none were written. */
  request_questions: Generated<string | null>;
}

/** A set of terms (access.md, "Terms as evidence"); its words are its versions'. */
export interface TermsTable {
  id: string;
  created_at: Time;
  /** Its signed versions stay, for the signatures. */
  deleted_at: Time | null;
}

/** A text to sign. Fixed once it is in use; a change is a row of its own. */
export interface TermsVersionsTable {
  id: string;
  terms_id: string;
  /** From 1 on, within the set. */
  version: number;
  title: string;
  /** Markdown. */
  text: string;
  /** Of the text, lower-case hex. */
  sha256: string;
  /** Whether who has signed an earlier version must sign this one. */
  sign_again: Flag;
  created_at: Time;
  /** HMAC over all that is above, and the key's id: see server/terms/seal.ts. */
  key_id: string;
  seal: string;
}

/** Somebody's signature under a text, for a dataset. It outlives account, dataset and terms. */
export interface SignaturesTable {
  id: string;
  /** Whose it is; null once the account is deleted. */
  user_id: string | null;
  /** The account's id when it was signed. */
  signer: string;
  lineage_id: string;
  /** The dataset's name when it was signed. */
  dataset_name: string;
  terms_version_id: string;
  /** SHA-256 of the text. */
  sha256: string;
  name: string;
  email: string;
  affiliation: string;
  signed_at: Time;
  /** Outside the seal: it may be removed. */
  ip: string;
  key_id: string;
  seal: string;
}

/** A change of a frozen version's words, picture or document. */
export interface FrozenChangesTable {
  id: string;
  dataset_id: string;
  field: string;
  before: string;
  after: string;
  at: Time;
}

/**
 * A file of a frozen version whose bytes were purged: its line stays. Its version does not need the blob any more; the
 * bytes are gone when no other one does.
 */
export interface PurgedFilesTable {
  dataset_id: string;
  /** Entry name, as in the manifest. */
  path: string;
  /** Null: the dataset's own archive. */
  subset_id: string | null;
  blob_key: string;
  sha256: string;
  size: number;
  reason: string;
  at: Time;
}

/** A dataset's description, rendered; valid while `source` and `rules` are current. */
export interface RenderingsTable {
  dataset_id: string;
  /** Version of the rendering rules. */
  rules: number;
  /** The `detail` that was rendered. */
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

/** Every path in use, in one table, so that a unique constraint covers subsets and datasets. */
export interface PathsTable {
  path: string;
  dataset_id: string;
  subset_id: string | null;
}

/** An immutable downloadable object: one revision of a subset's file or of a dataset's archive. */
export interface ObjectsTable {
  id: string;
  dataset_id: string;
  /** Null: the dataset's archive. */
  subset_id: string | null;
  kind: 'file' | 'zip';
  /** Blob of a file's bytes, or of a ZIP's layout. */
  blob_key: string;
  size: number;
  file_count: number;
  /** Without quotes: a file's SHA-256, or the SHA-256 of a ZIP's layout. */
  etag: string;
  sha256: string | null;
  created_at: Time;
  superseded_at: Time | null;
  /** When its bytes were purged; its hashes stay, for provenance. */
  purged_at: Time | null;
  /** Of a folder copied from another version: the ingest that lists its files. Null: that of its own id. */
  intake_id: string | null;
}

export interface BlobsTable {
  key: string;
  /** Id of the data folder of the server that writes or wrote it. */
  owner: string;
  /**
   * `writing` until the transaction that uses it commits; a blob found `writing` at start is an orphan. `discarded`
   * when nothing may use it, until its bytes and then its row are deleted. `purging` from the commit of a purge until
   * its bytes are deleted, then `purged`.
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
  /** Integrity fault of the bytes; such a blob is not served. */
  mark: 'changed' | 'vanished' | 'corrupt' | null;
  marked_at: Time | null;
  /** When the scrub last verified its hash. */
  scrubbed_at: Time | null;
}

/** A resumable upload (tus). Its bytes go to the blob; unfinished or unused uploads expire. */
export interface UploadsTable {
  id: string;
  admin_id: string;
  blob_key: string;
  file_name: string;
  /** Of the whole file. */
  size: number;
  /** Bytes that are durable. */
  received: number;
  folder_id: string | null;
  /** Path below the folder, with `/`. */
  relative_path: string | null;
  created_at: Time;
  expires_at: Time;
  finished_at: Time | null;
  /** When a subset or dataset claimed it. */
  used_at: Time | null;
}

/** A group of uploads that becomes one subset. */
export interface FoldersTable {
  id: string;
  admin_id: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

/** Files being ingested into a subset (or a dataset's own archive) until all of them are hashed. */
export interface IntakesTable {
  /** Also the id of the object that it becomes. */
  id: string;
  dataset_id: string;
  /** Null: the dataset's own archive. */
  subset_id: string | null;
  kind: 'file' | 'folder';
  /** JSON: `{ upload } | { folder } | { import }`, as requested. */
  source: string;
  /** Bytes, as far as known: 0 until a folder on the server's disk is walked. */
  size: number;
  /** Bytes hashed so far. */
  hashed: number;
  /** 0 until a folder on the server's disk is walked. */
  file_count: number;
  created_at: Time;
  ended_at: Time | null;
  /** Skipped files, for people to read; may be empty. */
  note: string;
  /** Why it failed. */
  failure: string | null;
}

export interface IntakeFilesTable {
  intake_id: string;
  /** A folder's file: path below the folder, with `/`. A single file: its name. */
  name: string;
  blob_key: string;
}

/** Files served under `/static/…`: sample images and PDFs. */
export interface StaticFilesTable {
  path: string;
  blob_key: string;
  content_type: string;
}

export interface RecordsTable {
  id: string;
  /** Null once the account is deleted, and of a reviewer link. */
  user_id: string | null;
  /** Of a reviewer link its name; then without address, e-mail and user agent. */
  user_name: string;
  email: string;
  dataset_id: string;
  dataset_name: string;
  version: string;
  subset_path: string;
  object_id: string;
  /** `<user>:<object>` while further ranges join this record: unique, so that parallel requests share one. */
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
  /** Row of `record_people`; null once anonymised. */
  person: number | null;
  /** Of files fetched one by one: which were sent whole, a bit for each in the manifest's order, base64. */
  files: string | null;
  /** Whether it is one of the downloads told in public; null: not judged yet. */
  counted: Flag | null;
  /** The reviewer link by which it was downloaded. */
  link_id: string | null;
}

/** Downloads that are told in public. */
export interface UsageMonthsTable {
  dataset_id: string;
  /** `YYYY-MM`, UTC, of the records' `started_at`. */
  month: string;
  downloads: number;
}

/** Name and address of each downloading person, lower-case: searched by keyword. */
export interface RecordPeopleTable {
  id: Generated<number>;
  searched: string;
  /** How many records have this person; none is deleted. */
  records: number;
}

/** Downloads per day for the charts: incremented in the transactions that write the records. */
export interface DownloadDaysTable {
  /** Days since 1970, UTC, of the records' `started_at`. */
  day: number;
  dataset_id: string;
  dataset_name: string;
  version: string;
  /** Downloads started. */
  count: number;
  bytes: number;
}

/** The last progress flush of each server process: makes repeating it idempotent. */
export interface FlushesTable {
  server: string;
  token: string;
  at: Time;
}
