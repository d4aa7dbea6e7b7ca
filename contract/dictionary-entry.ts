import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** One entry of a dictionary (decisions §7). */
export const dictEntry = z.object({
  /** Its id. */
  dictCode: z.string(),
  dictType: z.string(),
  /** The label shown. */
  dictLabel: z.string(),
  /** The value stored by records that use the entry; unique within the type. */
  dictValue: z.string(),
  dictSort: z.number(),
  /** Preselected in a new form; at most one of a type. */
  isDefault: z.boolean(),
  /** "0" enabled, "1" disabled. */
  status: z.enum(['0', '1']),
  remark: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type DictEntry = z.infer<typeof dictEntry>;

/** The types that the portal's code reads (decisions §7); an administrator may add others. */
export const usedDictTypes = ['modality', 'purpose', 'license'] as const;

/** §7: the enabled entries of a type, in their order. Takes no query, is not paged. */
export const getDictByType = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dict/databytype/:type',
  who: { kind: 'anyone' },
  params: z.strictObject({ type: z.string().check(z.maxLength(60)) }),
  data: z.array(dictEntry),
});
