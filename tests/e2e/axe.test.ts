import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '../../scripts/demo/fill.ts';
import { demoAdministrator, demoPeople } from '../../scripts/demo/people.ts';
import { inBrowser } from '../support/browser.ts';
import { signIn } from '../support/person.ts';
import { callServer, type ServerProcess, startServer } from '../support/server-process.ts';

/** WCAG 2.0 to 2.2, A and AA (look.md, "Budgets"). */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

let folder: string;
let server: ServerProcess;
let detail: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-axe-'));
  const dataDir = join(folder, 'data');
  await fillDemo(dataDir);
  server = await startServer(dataDir);
  const [first] = await callServer<{ id: string }[]>(server.url, 'GET', '/api/v1/datasets');
  detail = `/datasetDetail/${first?.id}`;
}, 120_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

async function tokens() {
  const tokenOf = async (person = demoPeople[0]) =>
    signIn(server.url, person?.email ?? '', person?.password ?? '');
  const { email: username, password: secret } = demoAdministrator;
  const body = { username, password: secret };
  const admin = await callServer<{ token: string }>(server.url, 'POST', '/api/v1/admin/login', { body });
  const rejected = demoPeople.find(({ status }) => status === 'rejected');
  return { user: await tokenOf(), rejected: await tokenOf(rejected), admin: admin.token };
}

/** The pages of the road, and who looks at them. */
const pages: [path: string, as: 'visitor' | 'user' | 'rejected' | 'admin'][] = [
  ['/', 'visitor'],
  ['DETAIL', 'visitor'],
  ['DETAIL', 'user'],
  ['/datasetDetail/none', 'visitor'],
  ['/login', 'visitor'],
  ['/register', 'visitor'],
  ['/forgetPassword', 'visitor'],
  ['/changePassword', 'visitor'],
  ['/account', 'visitor'],
  ['/changePassword', 'user'],
  ['/account', 'user'],
  ['/account', 'rejected'],
  ['DETAIL', 'rejected'],
  ['/404', 'visitor'],
  ['/401', 'visitor'],
  ['/admin/login', 'visitor'],
  ['/admin/index', 'admin'],
  ['/admin/user/user_list', 'admin'],
  ['/admin/user/applicant_list', 'admin'],
  ['/admin/dataset/dataset_list', 'admin'],
  ['/admin/dataset/download', 'admin'],
  ['/admin/invite', 'visitor'],
  ['/admin/account', 'admin'],
  ['/admin/system/administrators', 'admin'],
  ['/admin/system/audit', 'admin'],
  ['/admin/system/approval', 'admin'],
];

inBrowser(
  'look.md: no axe violation, nothing wider than the page, nothing that the content policy refuses',
  (desk) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [320, 1280]) {
        test(`${colorScheme}, ${width} px`, { timeout: 180_000 }, async () => {
          const { admin, ...people } = await tokens();
          const found: string[] = [];
          for (const as of ['visitor', 'user', 'rejected', 'admin'] as const) {
            const { context, page, complaints } = await desk.person({
              colorScheme,
              viewport: { width, height: 800 },
            });
            if (as === 'user' || as === 'rejected')
              await context.addCookies([{ name: 'Portal-Token', value: people[as], url: server.url }]);
            if (as === 'admin') {
              const { hostname: domain } = new URL(server.url);
              await context.addCookies([
                { name: 'Portal-Admin-Token', value: admin, domain, path: '/admin' },
              ]);
            }
            for (const [path] of pages.filter(([, who]) => who === as)) {
              await page.goto(server.url + path.replace('DETAIL', detail), { waitUntil: 'networkidle' });
              await page.getByRole('heading', { level: 1 }).first().waitFor();
              const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
              for (const { id, nodes } of violations)
                found.push(`${as} ${path}: ${id} at ${nodes[0]?.target}`);
              const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
              if (wide > 0) found.push(`${as} ${path}: ${wide} px wider than the page`);
            }
            found.push(...complaints.list.map((complaint) => `${as}: ${complaint}`));
            await context.close();
          }
          expect(found).toEqual([]);
        });
      }
    }
  },
);
