import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Setting } from '../../contract/setting.ts';
import type { Language } from '../../texts/languages.ts';
import {
  answerNotFound,
  contentPolicy,
  languageFor,
  languageVary,
  permissionsPolicy,
  sendPrepared,
} from '../http/index.ts';
import type { AppShell } from './app-shell.ts';
import type { ReadingPages } from './reading-pages.ts';

/** Routes of account pages and back office: one document with client-side routing (§2). */
const appPages = [
  '/login',
  '/register',
  '/forgetPassword',
  '/changePassword',
  '/auth-redirect',
  '/account',
  '/reportProblem',
  '/unfollow',
  '/groupInvitation',
  '/datasetRequest/:datasetId',
  '/404',
  '/401',
  '/admin',
  '/admin/*',
];

/** §2: the pages and their assets. Names in `/assets` contain a content hash: immutable. */
export async function pagesRoutes(
  app: FastifyInstance,
  shells: Record<Language, AppShell>,
  pages: ReadingPages,
  readSetting: () => Promise<Setting>,
  folder: string,
  staticBase: string,
  /** Rate-limit options. */
  config: object,
): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });

  /** @param path of the page in canonical form: a URL may be written otherwise, `/%64atasetDetail/…` */
  const reading = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const [, query] = request.url.split('?', 2);
    const url = query === undefined ? path : `${path}?${query}`;
    return sendPrepared(request, reply, await pages.page(url, languageFor(request.headers)));
  };
  const application = async (request: FastifyRequest, reply: FastifyReply) => {
    const language = languageFor(request.headers);
    const setting = await readSetting();
    const nonce = randomBytes(18).toString('base64');
    return reply
      .header('content-security-policy', contentPolicy(staticBase, nonce))
      .header('permissions-policy', permissionsPolicy)
      .header('cache-control', 'no-store')
      .header('content-language', language)
      .header('vary', languageVary)
      .type('text/html; charset=utf-8')
      .send(shells[language](nonce, setting));
  };

  app.get('/', { config }, (request, reply) => reading(request, reply, '/'));
  app.get<{ Params: { datasetId: string } }>('/datasetDetail/:datasetId', { config }, (request, reply) =>
    reading(request, reply, `/datasetDetail/${encodeURIComponent(request.params.datasetId)}`),
  );
  for (const path of appPages) app.get(path, { config }, application);
  app.get('/review', { config: { ...config, noAddress: true } }, application);

  for (const dir of ['assets', 'pdfjs']) {
    // A script's name says which page was opened: a reviewer's, too.
    app.get(`/${dir}/*`, { config: { noAddress: true } }, (request, reply) => {
      const { '*': name } = request.params as { '*': string };
      // Names of ours only; `..` is refused: no path leaves the folder (threat 20).
      if (!/^[\w./-]+$/.test(name) || name.split('/').includes('..')) return reply.callNotFound();
      return reply.sendFile(name, join(folder, dir), {
        immutable: dir === 'assets',
        maxAge: dir === 'assets' ? '1y' : '1d',
      });
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (page && !request.url.startsWith('/api/')) return application(request, reply.code(404));
    return answerNotFound(request, reply);
  });
}
