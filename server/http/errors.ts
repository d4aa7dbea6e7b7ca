import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Code, codes, type Envelope, httpStatus } from '../../contract/envelope.ts';
import { AppError } from '../errors.ts';
import { escapeHtml } from './escape.ts';

/** Fastify's own errors in our words; anything not listed here keeps its 4xx status with general words. */
const words: Record<string, [Code, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Send this as JSON.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'This request is larger than the call allows.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body does not have the announced length.'],
  FST_ERR_BAD_URL: [400, 'The address is not well formed.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'There is nothing at this address.'],
  FST_PARTS_LIMIT: [413, 'The form has too many parts.'],
  FST_FILES_LIMIT: [413, 'The form has too many files.'],
  FST_FIELDS_LIMIT: [413, 'The form has too many fields.'],
  FST_PROTO_VIOLATION: [400, 'The form has a field of a forbidden name.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'A file is larger than the call allows.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'Send this as multipart/form-data.'],
  FST_MP_PREMATURE_CLOSE: [400, 'The upload ended before it was whole. Nothing was stored.'],
};

const isCode = (value: number | undefined): value is Code => codes.includes(value as Code);

/** Any error as one that may leave the house: no stack, no SQL, no path of the server. */
export function presentable(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const known = words[error.code];
  if (known) return new AppError(...known);
  const status = error.statusCode;
  if (isCode(status) && status < 500) return new AppError(status, 'The request could not be understood.');
  return new AppError(500, 'Something went wrong on our side. Nothing was changed. Please try again.');
}

/** A download link opened in a browser deserves a page, not JSON. */
function asPage({ code, message }: AppError): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${code} - Vitrine</title><h1>${escapeHtml(message)}</h1><p><a href="/">Back to the catalogue</a></p></html>`;
}

export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(httpStatus(error.code)).header('cache-control', 'no-store');
  for (const name of ['etag', 'content-length', 'content-disposition', 'accept-ranges', 'repr-digest']) {
    reply.removeHeader(name);
  }
  if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)));
  if (request.headers['sec-fetch-dest'] === 'document') {
    return reply.type('text/html; charset=utf-8').serializer(String).send(asPage(error));
  }
  const body: Envelope<never> = {
    code: error.code,
    msg: error.message,
    ...(error.errors ? { errors: error.errors } : {}),
  };
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const shown = presentable(error);
    if (shown.code === 500) request.log.error({ err: error }, 'unexpected error');
    return sendError(shown, request, reply);
  });
}

/** For addresses that lead nowhere. */
export const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(new AppError(404, 'There is nothing at this address.'), request, reply);
