import type { Time } from './scalars.ts';

/** A sign-in with an institution that opens an account: issuer and subject name one person, for ever. */
export interface LinkedIdentitiesTable {
  id: string;
  user_id: string;
  issuer: string;
  subject: string;
  /** What the provider vouches for, for people to read; empty: nothing. */
  affiliation: string;
  /** The domains that it vouches membership of, joined by spaces, for the approval rules. */
  domains: string;
  linked_at: Time;
  last_used_at: Time | null;
}

/** A sign-in with an institution that opens the back office; made by the administrator alone, while signed in. */
export interface AdministratorIdentitiesTable {
  id: string;
  admin_id: string;
  issuer: string;
  subject: string;
  linked_at: Time;
  last_used_at: Time | null;
}

/** A sign-in that the provider has confirmed, until the page has done something with it. */
export interface InstitutionSignInsTable {
  id: string;
  /** SHA-256 of the code behind `/auth-redirect#`. */
  code_hash: string;
  /** SHA-256 of the secret in the cookie of the browser that began it. */
  browser_hash: string;
  /** SHA-256 of what the page got for the code; null: the code is unused. */
  ticket_hash: string | null;
  issuer: string;
  subject: string;
  /** Verified by the provider, or proved by a mailed code; null: neither. */
  email: string | null;
  first_name: string;
  family_name: string;
  affiliation: string;
  /** As in `LinkedIdentitiesTable`. */
  domains: string;
  created_at: Time;
  expires_at: Time;
  /** What it was begun for, and is good for alone: null, a user's; `admin` sign-in; `admin-link`. */
  purpose: string | null;
  /** 1: the provider says that it asked for a second factor. */
  second_factor: number | null;
}
