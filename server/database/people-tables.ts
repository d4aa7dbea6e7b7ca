import type { UserStatus } from '../../contract/session.ts';
import type { Time } from './scalars.ts';

export interface UsersTable {
  id: string;
  email: string;
  /** Empty: none, who signs in with an institution only. */
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
  /** When the reminder of the approval's end was mailed. */
  reminded_at: Time | null;
  /** When the administrators were notified of this application. */
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
  /** JSON of the state that undoing restores. */
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
  /** Encrypted; null: no second factor. */
  totp_secret: string | null;
  /** Encrypted; pending: shown but not confirmed yet. */
  totp_pending: string | null;
  /** Time steps up to this one are refused: used ones below it are no longer stored one by one. */
  totp_step: number | null;
}

/** Used time steps: no code works twice, even if the clock is set back. */
export interface TotpStepsTable {
  admin_id: string;
  step: number;
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
  /** The administrator who sets a new password by it; null: it creates an administrator. */
  admin_id: string | null;
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
  /** Subject, action and the person's name, a line each, lower-case: searched by keyword. */
  searched: string;
  /** The user concerned, who may be the actor: then `admin_id` is empty. */
  person_id: string | null;
  /** Their name at the time; removed with the account. */
  person_name: string | null;
  /** How often it happened within its minute; null: once. */
  times: number | null;
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

/**
 * Events that outlive an account: suspensions, and approvals by a rule. By hashed address, or by the hashed issuer and
 * subject of a linked institution.
 */
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
  /** User: expiry of this token. Administrator: end of the idle time. */
  expires_at: Time;
  /** Absolute end of the session. */
  absolute_at: Time;
  /** When a refresh replaced the token: valid for 60 s more, except for refreshing. */
  replaced_at: Time | null;
  ended_at: Time | null;
  /** When the session began. */
  began_at: Time;
  last_used_at: Time;
  ip: string;
  user_agent: string;
}

export interface TicketsTable {
  id: string;
  /** Of a guest, the id of the reviewer link. */
  user_id: string;
  dataset_id: string;
  created_at: Time;
  expires_at: Time;
  revoked_at: Time | null;
}

export interface ValidCodesTable {
  id: string;
  email: string;
  purpose: 'register' | 'reset' | 'confirm';
  /** Null for a mail that carried no code (the address is registered). */
  code_hash: string | null;
  created_at: Time;
  expires_at: Time;
  tries: number;
  used_at: Time | null;
  /** A keyed hash of the requester's IP address. */
  asker: string | null;
}

export interface UsedCaptchasTable {
  signature: string;
  expires_at: Time;
}

/** Failed attempts of an account within the last 15 minutes, whether it exists or not. */
export interface AccountFailuresTable {
  /** Keyed hash of what was tried and on whom. */
  account_hash: string;
  /** JSON: times in ms, the oldest first. */
  failures: string;
  /** When the last one no longer counts. */
  lapses_at: Time;
}
