import * as z from 'zod';
import { line } from './account.ts';
import { remark } from './dictionary.ts';
import { defineEndpoint, type Who } from './endpoint.ts';
import { listOf, listQuery } from './lists.ts';

const reads: Who = { kind: 'admin', tag: 'config:entry:read', deadToken: 6401 };
const writes: Who = { kind: 'admin', tag: 'config:entry:write', deadToken: 6401 };

/** One entry of the configuration (decisions §7). */
export const configEntry = z.object({
  /** Its id. */
  configId: z.string(),
  configName: z.string(),
  configKey: z.string(),
  configValue: z.string(),
  /** "Y" built-in: cannot be deleted. "N" added by an administrator. */
  configType: z.enum(['Y', 'N']),
  /** Whether `configKey/{key}` returns it to anonymous clients. */
  isPublic: z.boolean(),
  remark: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ConfigEntry = z.infer<typeof configEntry>;

const fields = {
  configName: line(100, 'a name'),
  configKey: z
    .string()
    .trim()
    .max(100, 'At most 100 characters.')
    .regex(/^[A-Za-z][\w.-]*$/, 'A key begins with a letter and has letters, digits, ".", "_" and "-" only.'),
  configValue: z.string().max(50_000, 'At most 50,000 characters.'),
  isPublic: z.boolean(),
  remark,
};

const id = z.strictObject({ id: z.string().max(64) });

export const configSorts = ['configName', 'configKey', 'configType', 'createdAt', 'updatedAt'] as const;

/** §7. Name and key filter by substring. */
export const listConfig = defineEndpoint({
  method: 'GET',
  path: '/api/v1/configList',
  who: reads,
  query: listQuery(configSorts, {
    configName: z.string().trim().max(100).optional(),
    configKey: z.string().trim().max(100).optional(),
    configType: z.enum(['Y', 'N']).optional(),
  }),
  data: listOf(configEntry),
});

export const getConfig = defineEndpoint({
  method: 'GET',
  path: '/api/v1/config/:id',
  who: reads,
  params: id,
  data: configEntry,
});

/** §7: a public key's entry for anyone, a private one for an administrator with the read permission. */
export const getConfigByKey = defineEndpoint({
  method: 'GET',
  path: '/api/v1/configKey/:key',
  who: { kind: 'anyone' },
  params: z.strictObject({ key: z.string().max(100) }),
  data: configEntry,
});

/** The permission that reads a private key. */
export const readsPrivateKeys = reads;

/** Adds an entry of type "N". */
export const addConfig = defineEndpoint({
  method: 'POST',
  path: '/api/v1/config',
  who: writes,
  body: z.strictObject({
    ...fields,
    configType: z.literal('N', 'Only the portal itself has built-in entries.').default('N'),
    isPublic: fields.isPublic.default(false),
    remark: fields.remark.default(''),
  }),
  data: configEntry,
});

/** Absent fields stay unchanged. The key and type are immutable, and so is `isPublic` of a built-in entry. */
export const updateConfig = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/config',
  who: writes,
  body: z
    .strictObject(fields)
    .partial()
    .extend({
      configId: z.string().max(64),
      configType: z.enum(['Y', 'N']).optional(),
      /** Accepted and ignored, so that an entry may be sent back as it was read. */
      createdAt: z.string().optional(),
      /** Optimistic lock: 409 when the entry has changed since it was read. */
      updatedAt: z.string().optional(),
    }),
  data: configEntry,
});

/** 409 for a built-in entry. */
export const deleteConfig = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/config/:id',
  who: writes,
  params: id,
});
