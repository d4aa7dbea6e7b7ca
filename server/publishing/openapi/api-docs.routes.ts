import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getApiDocs, getOpenapi } from '../../../contract/api-docs.ts';
import type { Setting } from '../../../contract/setting.ts';
import {
  ANSWERED,
  contentPolicy,
  nothingHere,
  type Prepared,
  permissionsPolicy,
  prepare,
  type Registered,
  type Route,
  sendPrepared,
} from '../../http/index.ts';
import { escapeHtml } from '../../shared/escape.ts';
import { type OpenApi, openApi } from './document.ts';
import { apiPage } from './page.ts';

interface Dependencies {
  /** Every route of the server, once all are there. */
  registered: readonly Registered[];
  setting: () => Promise<Setting>;
  publicUrl: string;
  staticBase: string;
  version: string;
  /** Folder of the built pages; absent: no readable page. */
  folder: string | undefined;
}

/** Every call of the portal, for programs and for people (releases.md, "What machines read"). */
export function apiDocsRoutes(route: Route, given: Dependencies): void {
  const { registered, setting, publicUrl, staticBase, version, folder } = given;
  /** Made once for each name of the portal: routes do not change. */
  let made: { name: string; document: OpenApi; json: Prepared; page?: Prepared } | undefined;

  async function current() {
    const { name } = await setting();
    if (made?.name === name) return made;
    const document = openApi(registered, { name, url: publicUrl, version });
    const json = prepare(JSON.stringify(document), { type: 'application/json; charset=utf-8' });
    made = { name, document, json };
    return made;
  }

  route(
    getOpenapi,
    async ({ request, reply }) => {
      await sendPrepared(request, reply, (await current()).json);
      return ANSWERED;
    },
    { limit: 'reading' },
  );

  route(
    getApiDocs,
    async ({ request, reply }) => {
      if (folder === undefined) throw nothingHere();
      const now = await current();
      if (!now.page) {
        const { title, body } = apiPage(now.document);
        const html = (await readFile(join(folder, 'api-docs.en.html'), 'utf8'))
          // Functions: a text may contain a replacement pattern.
          .replace('<!--docs-title-->', () => `<title>${escapeHtml(title)}</title>`)
          .replace('<!--docs-body-->', () => body);
        now.page = prepare(html, {
          type: 'text/html; charset=utf-8',
          headers: {
            'content-security-policy': contentPolicy(staticBase),
            'permissions-policy': permissionsPolicy,
            'content-language': 'en',
          },
        });
      }
      await sendPrepared(request, reply, now.page);
      return ANSWERED;
    },
    { limit: 'reading' },
  );
}
