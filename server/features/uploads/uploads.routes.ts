import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { httpStatus } from '../../../contract/envelope.ts';
import { addFolder, UPLOADS_PATH } from '../../../contract/sources.ts';
import type { Identify } from '../../auth/index.ts';
import {
  asAdmin,
  authorize,
  bearer,
  identifyFor,
  languageFor,
  linger,
  type Route,
  toAppError,
} from '../../http/index.ts';
import type { tusUploads, UploadsService } from '../../ingest/index.ts';
import type { AppError } from '../../shared/errors.ts';
import { translated } from '../../shared/messages.ts';

/** ms between checks of the session while a request body streams in: a long upload is activity, too. */
const CHECK_EVERY = 60_000;

const { who } = addFolder;

/** tus at /api/v1/admin/uploads (decisions §4), and the folders of uploads. */
export async function uploadsRoutes(
  server: FastifyInstance,
  route: Route,
  {
    service,
    answer,
    identify,
  }: {
    service: UploadsService;
    answer: ReturnType<typeof tusUploads>;
    identify: Identify;
  },
): Promise<void> {
  route(addFolder, async ({ caller, audit }) => ({
    id: await service.createFolder(asAdmin(caller).id, (trx) =>
      audit(trx, { subject: 'A folder to upload into' }),
    ),
  }));

  /** Aborts a request whose session has ended; while it lives, each check counts as activity. */
  function watch(request: FastifyRequest): () => void {
    const timer = setInterval(async () => {
      const token = bearer(request.headers.authorization) ?? '';
      const judged = await identify(token).catch(() => undefined);
      if (judged?.state === 'dead') request.raw.destroy();
    }, CHECK_EVERY);
    timer.unref();
    return () => clearInterval(timer);
  }

  const inWords = (request: FastifyRequest, message: string) =>
    `${translated(message, languageFor(request.headers))}\n`;

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = asAdmin(await authorize(who, request.headers, identifyFor(request, identify)));
    const unwatch = watch(request);
    try {
      const { status, headers, body } = await answer({ adminId: caller.id, raw: request.raw });
      linger(request, reply.raw);
      reply.code(status).headers(headers);
      if (body === '') return reply.send();
      const said = status < 400 ? body : inWords(request, body.trimEnd());
      return reply.type('text/plain; charset=utf-8').send(said);
    } finally {
      unwatch();
    }
  }

  await server.register(async (scope) => {
    // For any content type: the upload reads the body itself as a stream, without a limit.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // The protocol's responses have no envelope (decisions §1).
    scope.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
      const shown = toAppError(error);
      if (shown.code === 500) request.log.error({ err: error }, 'unexpected error');
      linger(request, reply.raw);
      if (shown.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(shown.retryAfter)));
      return reply
        .code(httpStatus(shown.code))
        .type('text/plain; charset=utf-8')
        .send(inWords(request, shown.message));
    });
    for (const [url, methods] of [
      [UPLOADS_PATH, ['OPTIONS', 'POST']],
      [`${UPLOADS_PATH}/:id`, ['OPTIONS', 'HEAD', 'PATCH', 'DELETE']],
    ] as const) {
      for (const method of methods) {
        const endpoint = { method, path: url, who, answers: 'tus' };
        scope.route({ method, url, config: { endpoint }, handler: handle });
      }
    }
  });
}
