import type { FollowPace } from '../../contract/follows.ts';
import type { Language } from '../../texts/languages.ts';
import type { Time } from './scalars.ts';

/** A problem with a version, reported to the laboratory. */
export interface ProblemReportsTable {
  id: string;
  dataset_id: string;
  /** Name and version at the time. */
  dataset_name: string;
  version: string;
  /** As the person named it; null: the version as a whole. */
  file: string | null;
  message: string;
  /** Null once the account is deleted. */
  user_id: string | null;
  /** Of the answer's mail. */
  language: Language;
  created_at: Time;
  /** When the administrators were told of it. */
  announced_at: Time | null;
  answer: string | null;
  answered_at: Time | null;
  /** Id of the administrator. */
  answered_by: string | null;
}

/** Somebody follows a dataset, with all its versions. */
export interface FollowsTable {
  id: string;
  user_id: string;
  lineage_id: string;
  pace: FollowPace;
  /** Of the mails. */
  language: Language;
  created_at: Time;
  /** When news were last mailed. */
  mailed_at: Time | null;
}

/** What happened to a version: came out, its files are handed out after an embargo, withdrawn, published again. */
export type NewsKind = 'version' | 'opened' | 'withdrawn' | 'again';

/** News that a follower is still to be told; removed when the mail is queued. */
export interface FollowNewsTable {
  id: string;
  follow_id: string;
  dataset_id: string;
  kind: NewsKind;
  at: Time;
}

/** What visitors see of a version. */
export type PublicState = 'open' | 'embargoed' | 'withdrawn';

/** The state of each version that is no news any more. */
export interface ToldVersionsTable {
  dataset_id: string;
  state: PublicState;
}
