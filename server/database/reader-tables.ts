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
