import type { Time } from './scalars.ts';

/** A link for anonymous peer review of one version (access.md, "Reviewer link"). */
export interface ReviewerLinksTable {
  id: string;
  dataset_id: string;
  /** The laboratory's; the records of its downloads are under it. */
  name: string;
  /** SHA-256 of the secret, hex. */
  secret_hash: string;
  created_at: Time;
  /** Id of the administrator. */
  created_by: string;
  expires_at: Time;
  revoked_at: Time | null;
  /** Id of the administrator; null: by a restore. */
  revoked_by: string | null;
}

/** Who opened a reviewer link: neither address nor user agent. */
export interface GuestSessionsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  link_id: string;
  created_at: Time;
  expires_at: Time;
  ended_at: Time | null;
}
