import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../contract/limits.ts';

/**
 * Lets a scope's routes take multipart bodies. Not the whole server: the plugin looks at every request and every answer
 * of its scope, by a promise each, which costs a cached answer a tenth of its time.
 */
export async function takesForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    // A name with folders is judged as it came, never shortened to something that passes (threat 2).
    preservePath: true,
    limits: {
      fileSize: Number.POSITIVE_INFINITY,
      files: limits.subsetsPerRequest + 3,
      fields: limits.partsBesideSubsets,
      parts: limits.subsetsPerRequest + limits.partsBesideSubsets,
      fieldNameSize: 100,
      // How long a text may be is a matter of characters, and its schema says so: UTF-8 has up to 4 bytes for one,
      // and one that is a little too long comes as far as the schema.
      fieldSize: 4 * limits.textCharacters + limits.jsonBody,
      headerPairs: 20,
    },
  });
}
