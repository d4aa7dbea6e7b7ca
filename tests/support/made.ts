import type { TestAdministrator } from '../../server/testing/administrators.ts';

/** One successful call of an endpoint, and what its row must say. */
export interface Made {
  /** The caller; the owner when absent. */
  by?: TestAdministrator;
  params?: Record<string, string>;
  body?: object | FormData;
  subject: string;
  before?: unknown;
  after?: unknown;
}
