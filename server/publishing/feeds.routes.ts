import type { FastifyInstance } from 'fastify';
import { sendPrepared } from '../http/index.ts';
import type { MachineFiles } from './feeds.ts';

/** robots.txt, sitemap.xml, feed.xml. `config`: rate-limit options, as for pages. */
export function feedsRoutes(app: FastifyInstance, { paths, file }: MachineFiles, config: object): void {
  for (const path of paths) {
    app.get(path, { config }, async (request, reply) => sendPrepared(request, reply, await file(path)));
  }
}
