import { mkdtemp, mkdir } from 'node:fs/promises';
import { chromium } from '/tmp/w/web/node_modules/playwright-core/index.mjs';
import { form, newDataset, picture } from '/tmp/w/web/server/testing/forms.ts';
import { approvedUser, registeredUser } from '/tmp/w/web/tests/support/person.ts';
import { adminTokenOf, callServer, startServer } from '/tmp/w/web/tests/support/server-process.ts';
import { termsOn } from '/tmp/w/web/tests/support/terms.ts';
const OUT = '/tmp/w-web-shots'; await mkdir(OUT, { recursive: true });
const dir = await mkdtemp('/tmp/vitrine-shots-');
const server = await startServer(dir);
const admin = await adminTokenOf(server.url);
const terms = termsOn(server.url, admin);
const TEXT = `# Purpose\n\nThese recordings were made with the consent of 48 volunteers, who agreed that their data are used for **research** and teaching alone. By signing you take over the laboratory's promise to them.\n\n# What you do\n\n- You use the data for the purpose that you gave in your application.\n- You keep them where only your group can read them.\n- You cite the paper that the dataset names.\n\n# What you do not do\n\n1. You do not try to find out who took part.\n2. You do not hand the data on, whole or in part, to anybody who has not signed.\n3. You do not train models on them whose weights you give away.\n\n# End\n\nThe laboratory may end this agreement with a month's notice. You then delete the data and say so by mail to data@example.org.\n\n| Kind | Kept for |\n|:-|:-|\n| Raw recordings | 10 years |\n| Derived figures | without end |`;
async function ds(name: string, files = 3) {
  const body = form(newDataset(name, { detail: 'Forty-eight volunteers at **rest**, two sessions each, with physiological noise regressors and eye tracking.\n\nMore words about the protocol.', license: 'CC BY 4.0', keywords: 'rest, MRI' , authors: 'Lovelace, Ada; Hopper, Grace'}), ['samples', await picture('png', 640, 400), 'a.png'],
    ...Array.from({ length: files }, (_, n): [string, string, string] => ['subsets', 'x'.repeat(1000 * (n + 1)), `scan-${n}.csv`]));
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers: { authorization: `Bearer ${admin}` } });
  const { id } = ((await added.json()) as { data: { id: string } }).data;
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${id}`, { token: admin, body: { status: 'published' } });
  const set = await terms.add('Data use agreement of the sleep laboratory', TEXT);
  await terms.ask(id, set);
  return { id, set };
}
const A = await ds('Resting Brains'); const B = await ds('Sleeping Brains');
const user = await approvedUser(server.url, dir, 'ada@example.org');
const pending = await registeredUser(server.url, dir, 'bob@example.org');
const changer = await approvedUser(server.url, dir, 'cleo@example.org');
await callServer(server.url, 'POST', `/api/v1/dataset/${B.id}/signature`, { token: changer, body: { terms: B.set.versions[0]!.id, name: 'Ada Lovelace', agreed: true } });
await terms.change(B.set, TEXT.replace('48 volunteers', '52 volunteers').replace('3. You do not train models on them whose weights you give away.', '3. You do not train models on them.\n4. You do not publish pictures of single faces.'));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] });
const only = process.argv[2];
async function shot(name: string, id: string, token: string | undefined, act: (p: any) => Promise<unknown>, locale = 'en', path?: string) {
  if (only && !name.match(only)) return;
  for (const [width, colorScheme] of [[1280, 'light'], [390, 'light'], [1280, 'dark'], [390, 'dark']] as const) {
    const c = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, locale, reducedMotion: 'reduce' });
    if (token) await c.addCookies([{ name: 'Portal-Token', value: token, url: server.url }]);
    const p = await c.newPage(); p.setDefaultTimeout(20000);
    await p.goto(server.url + (path ?? `/datasetDetail/${id}`)); await p.waitForLoadState('networkidle');
    try { await act(p); } catch (e) { console.log(name, width, String(e).slice(0, 300)); }
    await p.waitForTimeout(300);
    await p.screenshot({ path: `${OUT}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    await p.screenshot({ path: `${OUT}/${name}-${width}-${colorScheme}-view.png` });
    await c.close();
  }
}
const open = (n: RegExp) => (p: any) => (/scan/.test(String(n)) ? p.locator('tr[id^=row-]') : p).getByRole('button', { name: n }).first().click().then(() => p.locator('#terms-title').waitFor());
await shot('tosign', A.id, user, async () => {});
await shot('row', A.id, user, open(/^Sign to download: scan-1/));
await shot('lead', A.id, user, async (p) => { await open(/^Sign to download$/)(p); });
await shot('files', A.id, user, async (p) => { await p.getByRole('grid').getByRole('button', { name: /^Sign/ }).first().click(); await p.getByRole('button', { name: /^Sign and/ }).click(); });
await shot('changed', B.id, changer, open(/^Sign the new terms: scan-1/));
await shot('pending', A.id, pending, async () => {});
await shot('pendingopen', A.id, pending, open(/^Sign the terms now/));
await shot('anon', A.id, undefined, async () => {});
await shot('anonopen', A.id, undefined, open(/^Read the terms/));
await shot('zh', A.id, user, async (p) => { await p.getByRole('button', { name: /^签署后下载：|^签署后下载: scan-1/ }).last().click(); await p.locator('#terms-title').waitFor(); }, 'zh-CN');
await shot('account', '', changer, async (p) => { await p.locator('#agreements').scrollIntoViewIfNeeded(); await p.getByRole('button', { name: /Delete my account/ }).click(); }, 'en', '/account');
await shot('xsigned', A.id, user, async (p) => {
  if (await p.getByRole('button', { name: /^Sign to download: scan-1/ }).count() === 0) return;
  await open(/^Sign to download: scan-1/)(p); await p.getByLabel(/^Type your/).fill('Ada Lovelace'); await p.getByLabel(/^I have read/).check(); await p.getByRole('button', { name: 'Only sign' }).click(); await p.getByText('You have signed “').waitFor(); });
await browser.close(); await server.end();
