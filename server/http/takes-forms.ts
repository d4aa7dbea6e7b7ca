import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../contract/limits.ts';

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
