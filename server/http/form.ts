import type { FastifyRequest } from 'fastify';
import type { $ZodType, output } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import type { FieldError } from '../../contract/envelope.ts';
import { AppError, invalid } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';

/** A file part while it streams in. */
export interface FilePart {
  field: string;
  fileName: string;
  stream: AsyncIterable<Uint8Array>;
}

/**
 * Reads a multipart body, fields before files: the fields are checked before the first file's bytes are taken, so
 * that wrong input costs nobody an upload.
 * @param allowed how many files each file field may have
 * @param begin called once, with the checked fields, before the first file (or at the end without files)
 * @param take must read the part's stream to its end
 * @throws AppError 400 or 413
 */
export async function readForm<Schema extends $ZodType>(
  request: FastifyRequest,
  schema: Schema,
  allowed: Record<string, number>,
  begin: (fields: output<Schema>) => Promise<void>,
  take: (part: FilePart) => Promise<void>,
): Promise<void> {
  const fields: Record<string, string> = {};
  const taken: Record<string, number> = {};
  let begun = false;
  const start = async () => {
    begun = true;
    await begin(checked(schema, fields));
  };
  for await (const part of request.parts()) {
    const field = part.fieldname;
    if (part.type === 'field') {
      if (begun) throw invalid(field, 'Send the fields before the files.');
      if (part.valueTruncated || part.fieldnameTruncated)
        throw new AppError(413, 'A field of the form is too long.');
      if (Object.hasOwn(fields, field)) throw invalid(field, 'This field was sent twice.');
      fields[field] = String(part.value);
      continue;
    }
    taken[field] = (taken[field] ?? 0) + 1;
    const most = Object.hasOwn(allowed, field) ? (allowed[field] ?? 0) : 0;
    if (most === 0) throw invalid(field, `The form has no file field "${field}".`);
    if (taken[field] > most) throw new AppError(413, `At most ${most} files "${field}" at a time.`);
    if (!begun) await start();
    // An empty file input sends a part without name and bytes.
    if (part.filename === '' || part.filename === undefined) part.file.resume();
    else await take({ field, fileName: part.filename, stream: part.file });
  }
  if (!begun) await start();
}

function checked<Schema extends $ZodType>(schema: Schema, fields: unknown): output<Schema> {
  const result = safeParse(schema, fields);
  if (result.success) return result.data;
  const errors: FieldError[] = fieldErrors(result.error.issues);
  throw new AppError(
    400,
    errors[0] && errors.length === 1 ? errors[0].message : 'Please check what you entered.',
    {
      errors,
    },
  );
}
