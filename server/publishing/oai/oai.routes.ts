import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Bytes of a form; six arguments are a few hundred. */
const BODY = 16 * 1024;

/**
 * OAI-PMH 2.0: GET, and POST of a form.
 * @param answer to the arguments: XML
 * @param config rate-limit options, as for pages
 */
export function oaiRoutes(
  app: FastifyInstance,
  answer: (given: URLSearchParams) => Promise<string>,
  config: object,
): void {
  const send = async (given: string, reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/xml; charset=utf-8')
      .send(await answer(new URLSearchParams(given)));
  app.get('/oai', { config }, (request: FastifyRequest, reply: FastifyReply) =>
    send(request.url.split('?', 2)[1] ?? '', reply),
  );
  void app.register(async (scope) => {
    // A form only.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY },
      (_request, body, done) => done(null, body),
    );
    scope.post('/oai', { config, bodyLimit: BODY }, (request: FastifyRequest, reply: FastifyReply) =>
      send(String(request.body ?? ''), reply),
    );
  });
}
