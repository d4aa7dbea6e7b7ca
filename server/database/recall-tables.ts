import type { Flag, Time } from './scalars.ts';

/** A recall of files of a version: a draft until it is sent (access.md, "Recall"). */
export interface RecallsTable {
  id: string;
  dataset_id: string;
  /** As they were called when it was opened. */
  dataset_name: string;
  version: string;
  /** All files that the version ever had. */
  whole: Flag;
  file_count: number;
  /** Null until it is sent. */
  kind: 'corrected' | 'withdrawn' | null;
  /** What changed, for people to read. */
  what: string;
  reason: string;
  /** The version (a dataset's id) that has the corrected files. */
  corrected_in: string | null;
  admin_id: string;
  admin_name: string;
  created_at: Time;
  sent_at: Time | null;
  /** When its notice was taken from the version's page; null: it is there since it was sent. */
  notice_down_at: Time | null;
  /** When it was sent: holders with an account, downloads by deleted accounts, downloads of unknown files. */
  people: number;
  anonymous: number;
  unclear: number;
}

/** A file of a recall; one path may stand for several, with the bytes of former revisions. */
export interface RecallFilesTable {
  recall_id: string;
  /** Entry name, as in the manifest. */
  path: string;
  sha256: string;
  size: number;
  /** The file of the same path that replaces it; null: there is none. */
  corrected_sha256: string | null;
}

/** Who held recalled bytes when the recall was sent. */
export interface RecallPeopleTable {
  id: string;
  recall_id: string;
  /** Null once the account is deleted; name and address are empty then. */
  user_id: string | null;
  name: string;
  email: string;
  /** Files held whole, and in part. */
  whole: number;
  partial: number;
  /** Row of the outbox; null: the person had declined such mails. */
  mail_id: string | null;
}

/** What an account wishes of mails; without a row: English, and all of them. */
export interface MailPreferencesTable {
  user_id: string;
  /** Of the last sign-in. */
  language: string | null;
  recalls_declined_at: Time | null;
}

/** The files behind a record's bitmap: what a version's manifest consisted of. */
export interface FileListsTable {
  dataset_id: string;
  /** SHA-256 of the manifest: the record's `object_id`. */
  release: string;
  /** JSON: see `partsOf` in datasets/file-lists.store.ts. */
  parts: string;
}
