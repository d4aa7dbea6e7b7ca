import * as z from 'zod';
import { line } from './account.ts';
import { dictEntry } from './dictionary-entry.ts';
import { defineEndpoint, type Who } from './endpoint.ts';
import { listOf, listQuery } from './lists.ts';

const reads: Who = { kind: 'admin', tag: 'dict:entry:read', deadToken: 6401 };
const writes: Who = { kind: 'admin', tag: 'dict:entry:write', deadToken: 6401 };

const dictType = z
  .string()
  .trim()
  .max(60, 'At most 60 characters.')
  .regex(/^[A-Za-z][\w.-]*$/, 'A type begins with a letter and has letters, digits, ".", "_" and "-" only.');

/** Text of several lines; control characters would produce an invalid .xlsx file. */
export const remark = z
  .string()
  .trim()
  .max(500, 'At most 500 characters.')
  .refine((text) => !/(?![\n\r\t])\p{Cc}/u.test(text), 'Remove the invisible control characters.');

const fields = {
  dictType,
  dictLabel: line(200, 'a label'),
  dictValue: line(100, 'a value'),
  dictSort: z.number().int('The order is a whole number.').min(-1_000_000).max(1_000_000),
  isDefault: z.boolean(),
  status: z.enum(['0', '1']),
  remark,
};

const filters = {
  dictType: z.string().trim().max(60).optional(),
  /** Substring of the label. */
  dictLabel: z.string().trim().max(200).optional(),
  status: z.enum(['0', '1']).optional(),
};

const id = z.strictObject({ id: z.string().max(64) });

export const dictSorts = [
  'dictSort',
  'dictType',
  'dictLabel',
  'dictValue',
  'status',
  'createdAt',
  'updatedAt',
] as const;

/** §7. By default in the order of the entries. */
export const listDictData = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dict/datalist',
  who: reads,
  query: listQuery(dictSorts, filters),
  data: listOf(z.object(dictEntry.shape)),
});

/** The types that have entries, and those that the portal's code reads. */
export const listDictTypes = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dict/types',
  who: reads,
  data: z.array(z.object({ dictType: z.string(), entries: z.number() })),
});

export const getDictData = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dict/data/:id',
  who: reads,
  params: id,
  data: dictEntry,
});

/** Without `dictSort`: appended to its type. */
export const addDictData = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dict/data',
  who: writes,
  body: z.strictObject({
    ...fields,
    dictSort: fields.dictSort.optional(),
    isDefault: fields.isDefault.default(false),
    status: fields.status.default('0'),
    remark: fields.remark.default(''),
  }),
  data: dictEntry,
});

const change = z
  .strictObject(fields)
  .partial()
  .extend({
    dictCode: z.string().max(64),
    /** Accepted and ignored, so that an entry may be sent back as it was read. */
    createdAt: z.string().optional(),
    /** Optimistic lock: 409 when the entry has changed since it was read. */
    updatedAt: z.string().optional(),
  });

/** §7, with the trailing slash. Absent fields stay unchanged. */
export const updateDictData = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dict/data/',
  who: writes,
  body: change,
  data: dictEntry,
});

/** The same without the trailing slash. */
export const updateDictDataBare = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dict/data',
  who: writes,
  body: change,
  data: dictEntry,
});

export const deleteDictData = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/dict/data/:id',
  who: writes,
  params: id,
});

/** The filtered rows as an .xlsx file; every text cell is typed as text, never as a formula (threat 29). */
export const exportDictData = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dict/data/export',
  who: reads,
  query: z.strictObject(filters),
  answers: 'file',
});
