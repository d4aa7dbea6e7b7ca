import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { day, listOf, listQuery } from './lists.ts';

/** One download (decisions §6): one per user and object, however many ranges and connections. */
export const record = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  userName: z.string(),
  email: z.string(),
  datasetId: z.string(),
  datasetName: z.string(),
  version: z.string(),
  subsetPath: z.string(),
  bytesSent: z.number(),
  totalBytes: z.number(),
  complete: z.boolean().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  ip: z.string(),
  userAgent: z.string(),
  /** How whoever downloaded had authenticated; `link`: a guest, and the reviewer link's name is the user's. */
  via: z.string(),
});
export type DownloadRecord = z.infer<typeof record>;

const filters = {
  keyword: z.string().trim().max(200).optional(),
  userId: z.string().max(64).optional(),
  datasetId: z.string().max(64).optional(),
  subsetPath: z.string().max(1_024).optional(),
  version: z.string().max(60).optional(),
  from: day.optional(),
  to: day.optional(),
  complete: z.enum(['true', 'false']).optional(),
  /** Whether the responding server process is sending it now. */
  active: z.enum(['true', 'false']).optional(),
  /** Started within this time before now; days (`from`, `to`) would be too coarse. */
  within: z.enum(['24h']).optional(),
};

export const recordSorts = ['startedAt', 'bytesSent'] as const;

export const listRecords = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/records',
  who: { kind: 'admin', tag: 'record:list:read' },
  query: listQuery(recordSorts, filters),
  data: listOf(record),
});

/** The same filter as CSV: UTF-8 with BOM, RFC 4180, formula-safe. */
export const exportRecords = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/records/export',
  who: { kind: 'admin', tag: 'record:list:read' },
  query: z.strictObject(filters),
  answers: 'file',
});

/** The options of the records' dataset filter: every dataset that ever existed, newest first. */
export const listRecordDatasets = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/records/datasets',
  who: { kind: 'admin', tag: 'record:list:read' },
  data: z.array(z.object({ id: z.string(), name: z.string(), version: z.string() })),
});

const range = z.strictObject({ from: day.optional(), to: day.optional() });
const count = z.number();

export const userCount = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/userCount',
  who: { kind: 'admin', tag: 'user:list:read' },
  query: range,
  data: z.object({
    total: count,
    pending: count,
    needsInfo: count,
    approved: count,
    rejected: count,
    suspended: count,
    expired: count,
    series: z.array(z.object({ date: z.string(), registered: count, approved: count, rejected: count })),
  }),
});

export const downloadCount = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/downloadCount',
  who: { kind: 'admin', tag: 'record:list:read' },
  query: range,
  data: z.object({
    total: count,
    bytes: count,
    series: z.array(z.object({ date: z.string(), count, bytes: count })),
    top: z.array(
      z.object({ datasetId: z.string(), name: z.string(), version: z.string(), count, bytes: count }),
    ),
  }),
});

export const listModalities = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/modalities',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  data: z.array(z.object({ name: z.string(), datasets: count, downloads: count })),
});

/**
 * What the dashboard's tiles show (decisions §6). A part is null without the permission to read its list: users,
 * records, datasets, jobs. "24 h" are the last 24 hours before the response.
 */
export const getSummary = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/summary',
  who: { kind: 'any-admin' },
  data: z.object({
    users: z
      .object({
        total: count,
        approved: count,
        /** Applications that wait for an administrator. */
        pending: count,
        /** Applications that wait for the applicant. */
        needsInfo: count,
        /** When the application that is pending longest was submitted. */
        oldestPendingAt: z.string().nullable(),
      })
      .nullable(),
    downloads: z
      .object({
        /** Downloads that the responding server process is sending now, and their users. */
        active: count,
        activeUsers: count,
        /** Started in the last 24 h. */
        begun24h: count,
        /** Started in the last 24 h, incomplete, and not being sent now. */
        broken24h: count,
      })
      .nullable(),
    datasets: z.object({ total: count, published: count, draft: count, withdrawn: count }).nullable(),
    storage: z
      .object({
        /** Bytes of the stored blobs, the trash included. */
        used: count,
        /** Bytes of files registered in place, outside the store. */
        inPlace: count,
        /** Free bytes of the disk; null with an object store. */
        free: count.nullable(),
      })
      .nullable(),
    jobs: z
      .object({
        /** Permanently failed in the last 24 h, and in all. */
        failed24h: count,
        failed: count,
        unfinished: count,
      })
      .nullable(),
    /** For every administrator: decisions and invitations depend on mail. */
    mail: z.object({
      /** Without SMTP_URL: mails are written to the data folder's outbox. */
      toFiles: z.boolean(),
      /** Mails given up after a permanent refusal. */
      givenUp: count,
      /** Mails whose last attempt failed and that will be retried. */
      delayed: count,
    }),
  }),
});
