import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** One entry of a dictionary (decisions §7). */
export const dictEntry = z.object({
  /** Its id. */
  dictCode: z.string(),
  dictType: z.string(),
  /** What people read. */
  dictLabel: z.string(),
  /** What is stored where the entry was chosen; unique within the type. */
  dictValue: z.string(),
  dictSort: z.number(),
  /** What a new form begins with; at most one of a type. */
  isDefault: z.boolean(),
  /** "0" in use, "1" off. */
  status: z.enum(['0', '1']),
  remark: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type DictEntry = z.infer<typeof dictEntry>;

/** The types that the portal itself reads (decisions §7); an administrator may add others. */
export const usedDictTypes = ['modality', 'purpose', 'license'] as const;

/** The labels by value, of those entries that are called otherwise than they are stored. */
export const labelsOf = (entries: readonly DictEntry[]): Record<string, string> =>
  Object.fromEntries(
    entries
      .filter(({ dictLabel, dictValue }) => dictLabel !== dictValue)
      .map(({ dictLabel, dictValue }) => [dictValue, dictLabel]),
  );

/** §7: the entries of a type that are in use, in their order. Takes no query, is not paged. */
export const getDictByType = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dict/databytype/:type',
  who: { kind: 'anyone' },
  params: z.strictObject({ type: z.string().check(z.maxLength(60)) }),
  data: z.array(dictEntry),
});
