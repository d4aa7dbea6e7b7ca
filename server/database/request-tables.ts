import type { RequestStatus } from '../../contract/access.ts';
import type { Time } from './scalars.ts';

/** A person's request for a dataset, one per person and lineage (access.md, "Requests"). */
export interface RequestsTable {
  id: string;
  user_id: string;
  lineage_id: string;
  status: RequestStatus;
  status_reason: string | null;
  /** As sent last; empty before that. */
  purpose: string;
  /** JSON, as sent last: by the question's id, for a file question the file's id. */
  answers: string;
  /** JSON: the questions that they answer. */
  questions: string;
  /** JSON of purpose and answers, saved and not sent; null: nothing is. */
  draft: string | null;
  /** Last change by the person. */
  changed_at: Time;
  applied_at: Time | null;
  reviewed_at: Time | null;
  /** The end of what is granted. */
  approved_until: Time | null;
  /** When the reminder of the end was mailed. */
  reminded_at: Time | null;
  /** When the reviewers were notified of it. */
  announced_at: Time | null;
  /** The request whose sender asked this person to join; null: it is their own. */
  asked_by: string | null;
}

/** Somebody who is asked to join a request. No address: only its keyed hash. */
export interface GroupInvitationsTable {
  id: string;
  request_id: string;
  address_hash: string;
  /** Of the link's secret. */
  token_hash: string;
  /** When it was typed last; counted against the limit of a day, whether a mail left or not. */
  asked_at: Time;
  /** When its mail leaves. */
  leaves_at: Time;
  expires_at: Time;
  /** Null: open. */
  answer: 'accepted' | 'declined' | null;
}

/** The steps of requests, as `reviews` are of accounts. */
export interface RequestReviewsTable {
  id: string;
  request_id: string;
  from_status: RequestStatus | null;
  to_status: RequestStatus;
  reason: string | null;
  /** Null when the person sent it, or it ended. */
  admin_id: string | null;
  at: Time;
  undone_at: Time | null;
  /** JSON of the state that undoing restores. */
  former: string;
}

/** A PDF that answers a question, sent or of the draft. */
export interface RequestFilesTable {
  id: string;
  request_id: string;
  question_id: string;
  name: string;
  blob_key: string;
  created_at: Time;
}

/** Administrators who decide on a dataset's requests. */
export interface DatasetReviewersTable {
  id: string;
  admin_id: string;
  lineage_id: string;
  notice: 'at once' | 'daily';
}
