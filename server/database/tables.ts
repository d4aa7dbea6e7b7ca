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
  /** When the coming end of the approval was mailed. */
  reminded_at: Time | null;
  /** When the administrators were told that this application waits. */
  announced_at: Time | null;
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
  /** Base32; null: no second factor. */
  totp_secret: string | null;
  /** Shown but not confirmed yet. */
  totp_pending: string | null;
  /** The last time step whose code was taken: no code works twice. */
  totp_step: number | null;
}

export interface RecoveryCodesTable {
  id: string;
  admin_id: string;
  code_hash: string;
  used_at: Time | null;
}

export interface InvitationsTable {
  id: string;
  /** Null for the very first administrator, who chooses it. */
  email: string | null;
  role: string;
  token_hash: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
  invited_by: string | null;
}

export interface AuditTable {
  id: string;
  at: Time;
  admin_id: string;
  admin_name: string;
  action: string;
  subject: string;
  /** JSON or null. */
  before_json: string | null;
  after_json: string | null;
  ip: string;
}

export interface PersonalTokensTable {
  id: string;
  user_id: string;
  name: string;
  token_hash: string;
  created_at: Time;
  expires_at: Time;
  last_used_at: Time | null;
  revoked_at: Time | null;
}

/** What must outlive an account, hashed: suspensions, and addresses that a rule approved once. */
export interface AddressMarksTable {
  address_hash: string;
  kind: 'suspended' | 'approved by rule';
  at: Time;
}

/** A row per token; refreshing adds one to the same session. */
export interface SessionsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  session_id: string;
  identity: 'user' | 'admin';
  subject_id: string;
  created_at: Time;
  /** User: end of this token. Administrator: end of the idle time. */
  expires_at: Time;
  /** End of the session however often it is used. */
  absolute_at: Time;
  /** When a refresh put another token in its place: good for 60 s more, but not for refreshing. */
  replaced_at: Time | null;
  ended_at: Time | null;
  /** Of the session's beginning. */
  began_at: Time;
  last_used_at: Time;
  ip: string;
  user_agent: string;
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
  html: string;
  created_at: Time;
  /** When it is due; while a server carries it, the end of that server's lease. */
  not_before: Time;
  sent_at: Time | null;
  /** When a permanent refusal was accepted: not tried again. */
  given_up_at: Time | null;
  /** What the last try failed of. */
  last_error: string | null;
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
  recovery_codes: RecoveryCodesTable;
  invitations: InvitationsTable;
  audit: AuditTable;
  personal_tokens: PersonalTokensTable;
  address_marks: AddressMarksTable;
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
