import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound } from '../http/errors.ts';
import { contentPolicy, permissionsPolicy } from '../http/policy.ts';
import type { Shells } from './shells.ts';

/** Account and back office: one document, whose script finds the page (§2). */
const appPages = [
  '/login',
  '/register',
  '/forgetPassword',
  '/changePassword',
  '/auth-redirect',
  '/account',
  '/404',
  '/401',
  '/admin',
  '/admin/*',
];

/** §2: the pages and their files. `/assets` names carry a hash of their content and never change. */
export async function pagesRoutes(
  app: FastifyInstance,
  shells: Shells,
  folder: string,
  staticBase: string,
): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false });

  const send = (reply: FastifyReply, html: string, nonce?: string) =>
    reply
      .header('content-security-policy', contentPolicy(staticBase, nonce))
      .header('permissions-policy', permissionsPolicy)
      .header('cache-control', nonce === undefined ? 'no-cache' : 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  const reading = (reply: FastifyReply) => send(reply, shells.reading);
  const application = (reply: FastifyReply) => {
    const nonce = randomBytes(18).toString('base64');
    return send(reply, shells.app(nonce), nonce);
  };

  app.get('/', (_request, reply) => reading(reply));
  app.get('/datasetDetail/:datasetId', (_request, reply) => reading(reply));
  for (const path of appPages) app.get(path, (_request, reply) => application(reply));

  for (const dir of ['assets', 'pdfjs']) {
    app.get(`/${dir}/*`, (request, reply) => {
      const { '*': name } = request.params as { '*': string };
      return reply.sendFile(join(dir, name), {
        immutable: dir === 'assets',
        maxAge: dir === 'assets' ? '1y' : '1d',
      });
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (page && !request.url.startsWith('/api/')) return application(reply.code(404));
    return notFound(request, reply);
  });
}
