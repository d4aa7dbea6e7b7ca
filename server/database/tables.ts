import type * as datasetTables from './dataset-tables.ts';
import type * as institutions from './institution-tables.ts';
import type * as identity from './people-tables.ts';
import type * as readers from './reader-tables.ts';
import type * as recall from './recall-tables.ts';
import type * as requestTables from './request-tables.ts';
import type * as reviewers from './reviewer-tables.ts';
import type { Flag, Time } from './scalars.ts';
import type * as serverTables from './server-tables.ts';

export type * from './dataset-tables.ts';
export type * from './institution-tables.ts';
export type * from './people-tables.ts';
export type * from './reader-tables.ts';
export type * from './recall-tables.ts';
export type * from './request-tables.ts';
export type * from './reviewer-tables.ts';
export type * from './server-tables.ts';

export interface OutboxTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  html: string;
  /** Subject, body and html of a mail that contains a code or a link, encrypted: those three are empty then. */
  sealed: string | null;
  created_at: Time;
  /** Next attempt, as shown in the list: its job decides. */
  not_before: Time;
  sent_at: Time | null;
  /** When it was given up after a permanent refusal: not retried. */
  given_up_at: Time | null;
  /** Error of the last attempt. */
  last_error: string | null;
  attempts: number;
  review_id: string | null;
  /** 1: the back office does not say to whom it goes (access.md, "nobody is listed before accepting"). */
  unnamed: number | null;
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

export interface DictionaryTable {
  dict_code: string;
  dict_type: string;
  dict_label: string;
  /** Unique within the type. */
  dict_value: string;
  dict_sort: number;
  is_default: Flag;
  /** "0" enabled, "1" disabled. */
  status: '0' | '1';
  remark: string;
  created_at: Time;
  updated_at: Time;
}

/** Background jobs that survive a restart, the sending of mails included (docs/decisions/0009, 0010). */
export interface JobsTable {
  id: string;
  kind: string;
  /** Jobs with the same key are duplicates. */
  key: string | null;
  /** The key of an unfinished job: unique. Null once it has ended. */
  open_key: string | null;
  /** What it works on, for people to read. */
  subject: string;
  /** JSON. */
  payload: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Higher ones first. */
  priority: number;
  run_at: Time;
  lease_until: Time | null;
  /** The process that holds the lease. */
  owner: string | null;
  attempts: number;
  /** Progress, in a unit of the kind's own; total 0 until known. */
  done: number;
  total: number;
  /** Error of the last attempt. */
  note: string;
  created_at: Time;
  started_at: Time | null;
  finished_at: Time | null;
}

export interface Tables {
  users: identity.UsersTable;
  reviews: identity.ReviewsTable;
  administrators: identity.AdministratorsTable;
  recovery_codes: identity.RecoveryCodesTable;
  totp_steps: identity.TotpStepsTable;
  invitations: identity.InvitationsTable;
  audit: identity.AuditTable;
  personal_tokens: identity.PersonalTokensTable;
  address_marks: identity.AddressMarksTable;
  sessions: identity.SessionsTable;
  tickets: identity.TicketsTable;
  valid_codes: identity.ValidCodesTable;
  used_captchas: identity.UsedCaptchasTable;
  account_failures: identity.AccountFailuresTable;
  linked_identities: institutions.LinkedIdentitiesTable;
  administrator_identities: institutions.AdministratorIdentitiesTable;
  institution_sign_ins: institutions.InstitutionSignInsTable;
  outbox: OutboxTable;
  secrets: SecretsTable;
  config: ConfigTable;
  dictionary: DictionaryTable;
  datasets: datasetTables.DatasetsTable;
  lineages: datasetTables.LineagesTable;
  frozen_changes: datasetTables.FrozenChangesTable;
  purged_files: datasetTables.PurgedFilesTable;
  terms: datasetTables.TermsTable;
  terms_versions: datasetTables.TermsVersionsTable;
  signatures: datasetTables.SignaturesTable;
  requests: requestTables.RequestsTable;
  request_reviews: requestTables.RequestReviewsTable;
  request_files: requestTables.RequestFilesTable;
  dataset_reviewers: requestTables.DatasetReviewersTable;
  group_invitations: requestTables.GroupInvitationsTable;
  reviewer_links: reviewers.ReviewerLinksTable;
  guest_sessions: reviewers.GuestSessionsTable;
  renderings: datasetTables.RenderingsTable;
  subsets: datasetTables.SubsetsTable;
  paths: datasetTables.PathsTable;
  objects: datasetTables.ObjectsTable;
  blobs: datasetTables.BlobsTable;
  static_files: datasetTables.StaticFilesTable;
  records: datasetTables.RecordsTable;
  record_people: datasetTables.RecordPeopleTable;
  download_days: datasetTables.DownloadDaysTable;
  usage_months: datasetTables.UsageMonthsTable;
  flushes: datasetTables.FlushesTable;
  uploads: datasetTables.UploadsTable;
  folders: datasetTables.FoldersTable;
  intakes: datasetTables.IntakesTable;
  intake_files: datasetTables.IntakeFilesTable;
  recalls: recall.RecallsTable;
  recall_files: recall.RecallFilesTable;
  recall_people: recall.RecallPeopleTable;
  mail_preferences: recall.MailPreferencesTable;
  file_lists: recall.FileListsTable;
  jobs: JobsTable;
  problem_reports: readers.ProblemReportsTable;
  follows: readers.FollowsTable;
  follow_news: readers.FollowNewsTable;
  told_versions: readers.ToldVersionsTable;
  servers: serverTables.ServersTable;
}
