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
