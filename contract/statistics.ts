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
  /** Whether the answering server is sending it right now. */
  active: z.enum(['true', 'false']).optional(),
  /** Begun within this time before now; days (`from`, `to`) would be too coarse for it. */
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

/** What the records' filters can be set to: every dataset there was, also those in the trash, newest first. */
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
 * What the dashboard's tiles show (decisions §6). Each part is null for those who may not read the list behind it:
 * users, records, datasets, jobs. "24 h" are the last 24 hours before the answer.
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
        /** Waiting for an administrator. */
        pending: count,
        /** Waiting for the applicant. */
        needsInfo: count,
        /** When the application that has been pending longest was handed in. */
        oldestPendingAt: z.string().nullable(),
      })
      .nullable(),
    downloads: z
      .object({
        /** Downloads that the answering server is sending right now, and to how many users. */
        active: count,
        activeUsers: count,
        /** Begun in the last 24 h. */
        begun24h: count,
        /** Begun in the last 24 h, not whole, and not being sent right now. */
        broken24h: count,
      })
      .nullable(),
    datasets: z.object({ total: count, published: count, draft: count, withdrawn: count }).nullable(),
    storage: z
      .object({
        /** Bytes of the blobs that the portal keeps, the trash included. */
        used: count,
        /** Bytes of files registered in place: they lie elsewhere. */
        inPlace: count,
        /** Bytes left on the disk; null where an object store has them. */
        free: count.nullable(),
      })
      .nullable(),
    jobs: z
      .object({
        /** Failed for good in the last 24 h, and ever. */
        failed24h: count,
        failed: count,
        unfinished: count,
      })
      .nullable(),
    /** For every administrator: decisions and invitations are told by mail. */
    mail: z.object({
      /** No SMTP_URL: mails are files in the data folder's outbox. */
      toFiles: z.boolean(),
      /** Mails that no server wanted. */
      givenUp: count,
      /** Mails whose last try failed, and that are tried again. */
      delayed: count,
    }),
  }),
});
