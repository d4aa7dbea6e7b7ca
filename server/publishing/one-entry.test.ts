import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { textsOf } from '../../contract/dataset-texts.ts';
import { createServer, type Server } from '../http/index.ts';
import { changeCounter } from '../shared/versioned-cache.ts';
import { temporaryFolder } from '../testing/databases.ts';
import { plainRelease } from '../testing/plain-release.ts';
import { pagesRoutes } from './pages.routes.ts';
import { readingPages } from './reading-pages.ts';
import type { PageRenderer } from './renderer.ts';

/** The pages' routes and cache; the renderer only counts its calls. */
describe('a reading page is kept once, in however many ways its address is written', () => {
  let server: Server;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const renderPage = vi.fn(async (url: string) => ({ status: 200, html: url, state: '' }));
  const dataset = vi.fn(async (id: string) => ({
    dataset: {
      ...{ id, name: id, version: '1', slug: id, modalityName: '', path: id, ...textsOf({}) },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', publishedAt: null, embargoUntil: null },
    } as never,
    subsetList: [],
    detailHtml: '',
    fixity: null,
    release: plainRelease,
    access: { policy: 'portal' as const, terms: null, toSign: null, request: null },
    plain: '',
    changedAt: '2026-01-01T00:00:00.000Z',
  }));

  beforeAll(async () => {
    folder = await temporaryFolder();
    server = await createServer({
      trustProxy: [],
      publicUrl: 'http://portal',
      rateLimitFactor: 0,
      logLevel: false,
    });
    const setting = async () => ({ name: 'Portal', shortName: 'Portal' }) as never;
    const pages = readingPages({
      rendererFor: async () =>
        ({ renderPage, document: ({ html }: { html: string }) => html }) as unknown as PageRenderer,
      ask: {
        setting,
        modalityNames: async () => ({}),
        datasets: async () => [],
        dataset,
        plain: async () => new Map(),
        files: async () => ({}) as never,
        usage: async () => undefined,
      },
      publicUrl: 'http://portal',
      staticBase: '/static',
      changes: changeCounter(),
      now: () => 0,
    });
    const shells = { en: () => '', 'zh-CN': () => '' };
    await pagesRoutes(server, shells, pages, setting, folder.path, '/static', {});
  });
  afterAll(async () => {
    await server.close();
    await folder.remove();
  });

  test.each([
    [
      '/datasetDetail/one',
      [
        '/datasetDetail/one',
        '/dataset%44etail/one',
        '/%64atasetDetail/%6f%6Ee',
        '/datasetDetail/o%6ee?utm=1',
        '/%64atasetDetail/one?a=b?c',
      ],
    ],
    ['/', ['/', '/?', '/?utm=1', '/?sort=nonsense', '/?q=+%20']],
    ['/?q=brain&sort=name', ['/?q=brain&sort=name', '/?sort=name&q=brain', '/?a=1&sort=name&q=%62rain+&b']],
  ])('%s', async (page, ways) => {
    renderPage.mockClear();
    for (const url of ways) {
      const answer = await server.inject(url);
      expect([answer.statusCode, answer.body], url).toEqual([200, page]);
    }
    expect(renderPage).toHaveBeenCalledOnce();
  });
});
