import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { $ZodType, output } from 'zod/v4/core';
import { limits } from '../../contract/limits.ts';
import { AppError, invalid } from '../shared/errors.ts';
import { parseInput } from './parse-input.ts';

/**
 * Registers multipart for a scope. Not for the whole server: the plugin adds asynchronous hooks to every request of its
 * scope, which cost a cached response a tenth of its time.
 */
export async function takesForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    // A file name with folders is validated as sent, never shortened to a valid one (threat 2).
    preservePath: true,
    limits: {
      fileSize: Number.POSITIVE_INFINITY,
      files: limits.subsetsPerRequest + 3,
      fields: limits.partsBesideSubsets,
      parts: limits.subsetsPerRequest + limits.partsBesideSubsets,
      fieldNameSize: 100,
      // The schema limits the characters of a text: UTF-8 has up to 4 bytes for one, and a text slightly too long must
      // reach the schema for its error.
      fieldSize: 4 * limits.textCharacters + limits.jsonBody,
      headerPairs: 20,
    },
  });
}

/** Bytes of a form of one click, which is a single field. */
const ONE_CLICK = 4_096;

/** Registers the two forms of RFC 8058 for a scope: taken, and not looked at. */
export function takesOneClick(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: ONE_CLICK },
    (_request, _body, done) => done(null, undefined),
  );
}

/** A streaming file part. */
export interface FilePart {
  field: string;
  fileName: string;
  stream: AsyncIterable<Uint8Array>;
}

/** Passes chunks through; a truncated or malformed form is a client error. */
async function* wellFormed<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new AppError(400, 'The upload is not whole, or not a well-formed form. Nothing was stored.');
  }
}

/**
 * Reads a multipart body, fields before files: the fields are checked before the first file's bytes are taken, so that
 * invalid input is refused before the upload.
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
  await readParts(request, allowed, (fields) => begin(parseInput(schema, fields)), take);
}

async function readParts(
  request: FastifyRequest,
  allowed: Record<string, number>,
  begin: (fields: Record<string, string>) => Promise<void>,
  take: (part: FilePart) => Promise<void>,
): Promise<void> {
  const fields: Record<string, string> = {};
  const taken: Record<string, number> = {};
  let begun = false;
  const start = async () => {
    begun = true;
    await begin(fields);
  };
  for await (const part of wellFormed(request.parts())) {
    const field = part.fieldname;
    if (part.type === 'field') {
      if (begun) throw invalid(field, 'Send the fields before the files.');
      if (part.valueTruncated || part.fieldnameTruncated)
        throw new AppError(413, 'A field of the form is too long.', {
          errors: [{ path: field, message: 'This text is too long.' }],
        });
      if (Object.hasOwn(fields, field)) throw invalid(field, 'This field was sent twice.');
      fields[field] = String(part.value);
      continue;
    }
    taken[field] = (taken[field] ?? 0) + 1;
    const most = Object.hasOwn(allowed, field) ? (allowed[field] ?? 0) : 0;
    if (most === 0) throw invalid(field, `The form has no file field "${field}".`);
    if (taken[field] > most) throw new AppError(413, `At most ${most} files "${field}" at a time.`);
    if (!begun) await start();
    // An empty file input sends a part without file name and bytes.
    if (part.filename === '' || part.filename === undefined) part.file.resume();
    else await take({ field, fileName: part.filename, stream: wellFormed(part.file) });
  }
  if (!begun) await start();
}
