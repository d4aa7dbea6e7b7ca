import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Code, codes, type Envelope, httpStatus } from '../../contract/envelope.ts';
import { AppError, diskIsFull, isDiskFull } from '../shared/errors.ts';
import { type Message, translated } from '../shared/messages.ts';
import { plainErrorPage, plainShortPage } from './error-page.ts';
import { languageFor, languageVary } from './language.ts';
import { linger } from './request-bodies.ts';

/** Messages for Fastify's own errors; any other keeps its 4xx status with a general message. */
const words: Record<string, [Code, Message]> = {
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

/** Converts any error to one that is safe to send: no stack, no SQL, no path of the server. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return diskIsFull();
  const known = words[error.code];
  if (known) return new AppError(...known);
  const status = error.statusCode;
  if (isCode(status) && status < 500) return new AppError(status, 'The request could not be understood.');
  // No promise that nothing was changed: of a commit that fails it is unknown, and some errors come after the commit.
  return new AppError(
    500,
    'Something went wrong on our side. If you were changing something, look whether it was done before you try again.',
  );
}

/** Renders a page for a link opened in a browser. */
function sendPage(
  error: Pick<AppError, 'code' | 'message'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void request.server.errorPage(error, request).then(({ html, headers }) => {
    reply.headers(headers).type('text/html; charset=utf-8').serializer(String).send(html);
  });
  return reply;
}

/** Adds the headers that select the message's language to Vary. */
function varyWith(reply: FastifyReply): string {
  const already = reply.getHeader('vary');
  return already === undefined ? languageVary : `${already}, ${languageVary}`;
}

/** Sends an error, in the client's language. */
export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  linger(request, reply.raw);
  const language = languageFor(request.headers);
  const msg = translated(error.message, language);
  reply.code(httpStatus(error.code)).header('cache-control', 'no-store');
  for (const name of ['etag', 'content-length', 'content-disposition', 'accept-ranges', 'repr-digest']) {
    reply.removeHeader(name);
  }
  reply.header('vary', varyWith(reply));
  if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)));
  if (request.headers['sec-fetch-dest'] === 'document') {
    return sendPage({ code: error.code, message: msg }, request, reply);
  }
  const errors = error.errors?.map(({ path, message }) => ({ path, message: translated(message, language) }));
  const body: Envelope<never> = { code: error.code, msg, ...(errors ? { errors } : {}) };
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}

export function handleErrors(app: FastifyInstance): void {
  app.decorate('errorPage', plainErrorPage);
  app.decorate('shortPage', plainShortPage);
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const shown = toAppError(error);
    if (shown !== error && shown.code >= 500) request.log.error({ err: error }, 'unexpected error');
    return sendError(shown, request, reply);
  });
}

export const nothingHere = (): AppError => new AppError(404, 'There is nothing at this address.');

/** Handler for unknown paths. */
export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(nothingHere(), request, reply);
