import { type $ZodType, toJSONSchema } from 'zod/v4/core';

/** A JSON schema (2020-12), as OpenAPI 3.1 has it. */
export interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  [keyword: string]: unknown;
}

/**
 * What a client sends (`input`) or gets (`output`). What only code can say, such as the form of an e-mail address's
 * parts, is not in it.
 */
export function schemaOf(schema: $ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    '~standard': __,
    ...rest
  } = toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}

const sentence = { type: 'string', description: 'What happened and what to do, in the reader’s language' };

/** The body of every answer with a failure (decisions §1). */
export const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer', description: 'The HTTP status; 6401 for an expired administrator’s token' },
    msg: sentence,
    errors: {
      type: 'array',
      description: 'With code 400 and 409: what is wrong with which field',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
  },
  required: ['code', 'msg'],
  additionalProperties: false,
};

/** @param data absent: the answer has none */
export const envelopeOf = (data: JsonSchema | undefined): JsonSchema => ({
  type: 'object',
  properties: { code: { const: 200 }, msg: { type: 'string' }, ...(data && { data }) },
  required: ['code', 'msg', ...(data ? ['data'] : [])],
  additionalProperties: false,
});
