import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser } from '../support/browser.ts';
import { publishedWithDocument } from '../support/long-document.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const assets = fileURLToPath(new URL('../../dist/web/assets', import.meta.url));
/** Its name carries a hash of its content. */
const pdfWorker = (): string => readdirSync(assets).find((name) => /^pdf\.worker.*\.mjs$/.test(name)) ?? '';
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** A file of numbered objects, each a dictionary or a stream, with its table of places (ISO 32000-1, 7.5). */
function pdfOf(objects: (string | { dictionary: string; stream: Buffer })[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  objects.forEach((object, index) => {
    places.push(length());
    parts.push(Buffer.from(`${index + 1} 0 obj\n`));
    if (typeof object === 'string') parts.push(Buffer.from(object));
    else {
      const { dictionary, stream } = object;
      parts.push(Buffer.from(`<< ${dictionary} /Length ${stream.length} >>\nstream\n`), stream);
      parts.push(Buffer.from('\nendstream'));
    }
    parts.push(Buffer.from('\nendobj\n'));
  });
  const table = length();
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${lines}`));
  parts.push(Buffer.from(`trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const ran = (by: string) => `globalThis.ranBy = '${by}'; globalThis.alert('${by}');`;

/** As a string of PDF, where parentheses are its marks. */
const literal = (text: string): string => `(${text.replace(/[()\\]/g, '\\$&')})`;

const script = (by: string): string => `<< /S /JavaScript /JS ${literal(ran(by))} >>`;

/**
 * Every way of a PDF to run a script: when opened, when a page is shown, behind a link, and by the published exploit of
 * CVE-2024-4367, code in a font's matrix that pdf.js up to 4.1 compiled into the drawing of its letters. Letters that
 * are drawn as outlines (`1 Tr`) take that way.
 */
async function hostile(): Promise<Buffer> {
  const font = await readFile(join(pdfjs, 'standard_fonts', 'FoxitSerif.pfb'));
  const text = Buffer.from('BT /F1 40 Tf 1 Tr 60 700 Td (HOSTILE) Tj 0 Tr 0 -80 Td (LETTERS) Tj ET');
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script('open')} /AA << /WC ${script('close')} >> /Names << /JavaScript << /Names [(a) ${script('names')}] >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /AA << /O ${script('page')} >> /Annots [8 0 R 9 0 R] >>`,
    { dictionary: '', stream: text },
    `<< /Type /Font /Subtype /Type1 /BaseFont /AAAAAA+Serif /FirstChar 65 /LastChar 90 /Widths [${'700 '.repeat(26)}] /FontDescriptor 6 0 R /Encoding /WinAnsiEncoding /FontMatrix [1 2 3 4 5 ${literal(`0); ${ran('font')} //`)}] >>`,
    '<< /Type /FontDescriptor /FontName /AAAAAA+Serif /Flags 34 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile3 7 0 R >>',
    { dictionary: '/Subtype /Type1C', stream: font },
    `<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A ${script('link')} >>`,
    `<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI ${literal(`javascript:${ran('uri')}`)} >> >>`,
  ]);
}

let folder: string;
let server: ServerProcess;
let detail: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-threat-16-'));
  server = await startServer(join(folder, 'data'));
  detail = `${server.url}/datasetDetail/${await publishedWithDocument(server.url, new Uint8Array(await hostile()))}`;
});
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

inBrowser('threat 16: script in a PDF (CVE-2024-4367)', (desk) => {
  test('the document is drawn, and nothing in it runs', async () => {
    const { context, page, complaints } = await desk.person();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(detail);
    await page.getByRole('heading', { name: 'Document', exact: true }).scrollIntoViewIfNeeded();
    await page.getByText('HOSTILE').waitFor();
    const ink = `(() => {
      const canvas = document.querySelector('[data-page] canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, at) => at % 4 === 0 && value < 100);
    })()`;
    await expect
      .poll(() => page.evaluate(ink), { message: 'the letters of the hostile font are drawn' })
      .toBe(true);
    await page.locator('[data-page="1"]').click({ position: { x: 100, y: 100 } });
    expect(await page.evaluate('globalThis.ranBy')).toBeUndefined();
    for (const worker of page.workers()) expect(await worker.evaluate('globalThis.ranBy')).toBeUndefined();
    expect(dialogs).toEqual([]);
    expect(complaints.list, 'nothing even tried').toEqual([]);
    await context.close();
  });

  /** Runs a script of the portal's own address in the page: what the policy refuses it, it refuses pdf.js. */
  test('text cannot become code: not in the page, not in the worker, by the policies as they are sent', async () => {
    const { context, page } = await desk.person();
    await page.goto(detail);
    const workerUrl = `/assets/${pdfWorker()}`;
    const attempt = `let what = 'ran';
      try { (0, eval)('1'); } catch (error) { what = error.name; }
      try { new Function('return 1')(); what += ' ran'; } catch (error) { what += ' ' + error.name; }`;
    const probe = '/assets/probe.js';
    // With the headers of the real one: a worker goes by the policy that its own file brings.
    await page.route(`**${workerUrl}`, async (route) =>
      route.fulfill({ response: await route.fetch(), body: `${attempt} postMessage(what);` }),
    );
    await page.route(`**${probe}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `${attempt} globalThis.said = what;` }),
    );
    const inPage = await page.evaluate<string, undefined>(
      `new Promise((resolve) => {
        const script = document.createElement('script');
        script.src = '${probe}';
        script.onload = () => resolve(globalThis.said);
        document.head.append(script);
      })`,
      undefined,
    );
    const inWorker = await page.evaluate<string, undefined>(
      `new Promise((resolve, reject) => {
        const worker = new Worker('${workerUrl}', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => reject(new Error('the worker did not start'));
      })`,
      undefined,
    );
    expect(inPage).toBe('EvalError EvalError');
    expect(inWorker).toBe('EvalError EvalError');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  test('the policies of the page and of the worker name no eval', async () => {
    for (const address of [detail, `${server.url}/assets/${pdfWorker()}`]) {
      const policy = (await fetch(address)).headers.get('content-security-policy') ?? '';
      expect(policy, address).toMatch(/script-src|default-src/);
      expect(policy, address).not.toMatch(/unsafe-eval|unsafe-inline/);
    }
  });
});

describe('threat 16: pdf.js ≥ 6 without eval', () => {
  test('the version that is installed', async () => {
    const { version } = JSON.parse(await readFile(join(pdfjs, 'package.json'), 'utf8'));
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(6);
  });

  test('nothing that is sent of it makes code out of text, as the versions with the hole did', async () => {
    const parts = readdirSync(assets).filter((name) => /^(pdf\.worker|document-viewer).*\.m?js$/.test(name));
    expect(parts.length).toBeGreaterThanOrEqual(2);
    for (const name of parts) {
      const code = await readFile(join(assets, name), 'utf8');
      expect(code.match(/\bnew Function\(|(?<![.\w$])eval\(|\bFunction\(["'`]/g), name).toBeNull();
    }
  });
});
