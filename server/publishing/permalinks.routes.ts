import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Permanent addresses of datasets (releases.md): `/d/{slug}` leads to the newest published version, or to the latest
 * withdrawn one where there is no other; `/d/{slug}/{version}` to that version.
 * @param behindSlug id of the dataset; undefined: nothing that visitors may see
 * @param config rate-limit options, as for pages
 */
export function permalinksRoutes(
  app: FastifyInstance,
  behindSlug: (slug: string, version?: string) => Promise<string | undefined>,
  config: object,
): void {
  const leadTo = (reply: FastifyReply, id: string) =>
    reply.header('cache-control', 'no-cache').redirect(`/datasetDetail/${encodeURIComponent(id)}`, 302);
  app.get<{ Params: { slug: string; version?: string } }>(
    '/d/:slug/:version?',
    { config },
    async (request, reply) => {
      const { slug, version } = request.params;
      const id = await behindSlug(slug, version);
      return id === undefined ? reply.callNotFound() : leadTo(reply, id);
    },
  );
}
