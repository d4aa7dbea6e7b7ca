import type { TestAdministrator } from '../../server/testing/administrators.ts';

/** One successful call of an endpoint, and what its row must say. */
export interface Made {
  /** The caller; the owner when absent. */
  by?: TestAdministrator;
  params?: Record<string, string>;
  body?: object | FormData;
  subject: string;
  /** Whom it is about, where the subject does not say so. */
  userId?: string;
  before?: unknown;
  after?: unknown;
}
