import type { DatasetStatus } from '../../contract/catalogue.ts';
import type { UserStatus } from '../../contract/session.ts';

/** Times are milliseconds since 1970 UTC; booleans are 0 or 1, which both databases hold alike. */
type Time = number;
type Flag = 0 | 1;

export interface UsersTable {
  id: string;
  email: string;
  password_hash: string;
  first_name: string;
  family_name: string;
  affiliation: string;
  purpose: string;
  country: string | null;
  status: UserStatus;
  status_reason: string | null;
  created_at: Time;
  applied_at: Time | null;
  reviewed_at: Time | null;
  approved_until: Time | null;
}

export interface ReviewsTable {
  id: string;
  user_id: string;
  from_status: UserStatus | null;
  to_status: UserStatus;
  reason: string | null;
  /** Null when a rule or the user decided. */
  admin_id: string | null;
  at: Time;
  undone_at: Time | null;
  /** What undoing puts back. */
  former: string;
}

export interface AdministratorsTable {
  id: string;
  username: string;
  name: string;
  password_hash: string;
  role: string;
  created_at: Time;
  disabled_at: Time | null;
}

export interface SessionsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  identity: 'user' | 'admin';
  subject_id: string;
  created_at: Time;
  /** User: end of this token. Administrator: end of the idle time. */
  expires_at: Time;
  /** End of the session however often it is used. */
  absolute_at: Time;
  ended_at: Time | null;
}

export interface TicketsTable {
  id: string;
  user_id: string;
  dataset_id: string;
  created_at: Time;
  expires_at: Time;
  revoked_at: Time | null;
}

export interface ValidCodesTable {
  id: string;
  email: string;
  purpose: 'register' | 'reset';
  /** Null for a mail that carried no code (the address is registered). */
  code_hash: string | null;
  created_at: Time;
  expires_at: Time;
  tries: number;
  used_at: Time | null;
}

export interface UsedCaptchasTable {
  signature: string;
  expires_at: Time;
}

export interface OutboxTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: Time;
  not_before: Time;
  sent_at: Time | null;
  attempts: number;
  review_id: string | null;
}

export interface SecretsTable {
  name: string;
  value: string;
}

export interface ConfigTable {
  config_id: string;
  config_name: string;
  config_key: string;
  config_value: string;
  config_type: 'Y' | 'N';
  is_public: Flag;
  remark: string;
  created_at: Time;
  updated_at: Time;
}

export interface DatasetsTable {
  id: string;
  name: string;
  version: string;
  modality_name: string;
  count: number;
  samples: string | null;
  path: string;
  desc_path: string | null;
  detail: string;
  status: DatasetStatus;
  license: string;
  authors: string;
  citation: string;
  keywords: string;
  sort: number;
  created_at: Time;
  published_at: Time | null;
  trashed_at: Time | null;
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
}

export interface BlobsTable {
  key: string;
  /** The server (its data folder's id) that writes or wrote it. */
  owner: string;
  /** `writing` until the transaction that uses it commits; what is `writing` at start is an orphan. */
  state: 'writing' | 'kept';
  size: number;
  sha256: string;
  crc32: number;
  created_at: Time;
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
}

export interface Tables {
  users: UsersTable;
  reviews: ReviewsTable;
  administrators: AdministratorsTable;
  sessions: SessionsTable;
  tickets: TicketsTable;
  valid_codes: ValidCodesTable;
  used_captchas: UsedCaptchasTable;
  outbox: OutboxTable;
  secrets: SecretsTable;
  config: ConfigTable;
  datasets: DatasetsTable;
  subsets: SubsetsTable;
  paths: PathsTable;
  objects: ObjectsTable;
  blobs: BlobsTable;
  static_files: StaticFilesTable;
  records: RecordsTable;
}
