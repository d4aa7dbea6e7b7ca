// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-colour-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** look.md, "Theme presets": what is chosen → what is drawn on a light and on a dark ground. */
const shades: Record<string, { light: string; dark: string }> = {
  '#1890ff': { light: '#006ed4', dark: '#4aa3ff' },
  '#f5222d': { light: '#de0a15', dark: '#f74952' },
  '#fa541c': { light: '#ce3705', dark: '#fa541c' },
  '#faad14': { light: '#976503', dark: '#faad14' },
  '#13c2c2': { light: '#0c7b7b', dark: '#13c2c2' },
  '#52c41a': { light: '#357e11', dark: '#52c41a' },
  '#2f54eb': { light: '#2f54eb', dark: '#6782f0' },
  '#722ed1': { light: '#722ed1', dark: '#a073e0' },
  '#eb2f96': { light: '#d3147d', dark: '#ed47a2' },
  '#304156': { light: '#304156', dark: '#708caf' },
};

type Rgb = [red: number, green: number, blue: number];

/** WCAG 2.2, relative luminance and contrast ratio. */
const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: Rgb, other: Rgb): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};
const hex = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Words on their ground, by the tokens that draw them. */
const pairs = [
  ['--on-primary', '--primary'],
  ['--on-primary', '--primary-hover'],
  ['--primary', '--surface'],
  ['--primary', '--bg'],
  ['--link', '--surface'],
  ['--link', '--bg'],
  ['--link', '--sunken'],
  ['--link', '--primary-soft'],
  ['--ink', '--primary-soft'],
  ['--muted', '--primary-soft'],
] as const;

/** The colours that tokens come out as, painted and read back. */
const painted = (names: string[]) => `(() => {
  const probe = document.createElement('i');
  document.body.append(probe);
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const entries = ${JSON.stringify(names)}.map((name) => {
    probe.style.color = 'var(' + name + ')';
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    return [name, [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)];
  });
  probe.remove();
  return Object.fromEntries(entries);
})()`;

inBrowser(
  '§2 "theme colour from 10 presets"; decisions §8: "served by us: no stylesheet comes from a public CDN"',
  (desk) => {
    for (const scheme of ['light', 'dark'] as const) {
      test(
        `${scheme}: each preset at once, in its shade, readable everywhere, and nothing is asked of another host`,
        scheme === 'light' ? {} : GUARD,
        async () => {
          const { page, complaints } = await administrator(desk, server.url, token, {
            colorScheme: scheme,
            reducedMotion: 'reduce',
          });
          const origins = new Set<string>();
          page.on('request', (request) => origins.add(new URL(request.url()).origin));
          await page.goto(`${server.url}/admin/index`, { waitUntil: 'networkidle' });
          await page.getByRole('button', { name: 'Interface settings' }).click();
          const colours = page.getByRole('group', { name: /^Theme colour/ });
          await colours.waitFor();
          await expect.poll(() => colours.getByRole('radio').count(), { timeout: 15_000 }).toBe(10);
          const asked = origins.size;

          const names = [...new Set(pairs.flat())];
          const choose = (preset: string) =>
            colours.getByRole('radio', { name: new RegExp(`${preset}$`) }).check({ force: true });
          // The default one last: choosing what is chosen already changes nothing.
          const [first, ...others] = Object.entries(shades);
          for (const [preset, { [scheme]: shade }] of [...others, ...(first ? [first] : [])]) {
            await choose(preset);
            // Stored and shown as it was chosen.
            await expect
              .poll(() => colours.getByText(preset, { exact: true }).count(), { timeout: 15_000 })
              .toBe(1);
            expect(await page.evaluate<string>('document.cookie')).toContain(
              encodeURIComponent(`themeColor=${encodeURIComponent(preset)}`),
            );
            const colour = await page.evaluate<Record<(typeof names)[number], Rgb>>(painted(names));
            expect(hex(colour['--primary']), preset).toBe(shade);
            for (const [words, ground] of pairs)
              expect(
                contrast(colour[words], colour[ground]),
                `${preset}: ${words} on ${ground}`,
              ).toBeGreaterThanOrEqual(4.5);
          }

          // A button is drawn in it, after a reload too.
          await choose('#304156');
          await page.keyboard.press('Escape');
          await page.goto(`${server.url}/admin/system/administrators`, { waitUntil: 'networkidle' });
          await page.getByRole('button', { name: 'Invite administrator' }).waitFor();
          const ground = await page.evaluate<string>(
            'getComputedStyle(document.querySelector("main button.mantine-Button-root")).backgroundColor',
          );
          const [red, green, blue] = (ground.match(/\d+/g) ?? []).map(Number);
          expect(hex([red ?? 0, green ?? 0, blue ?? 0])).toBe(shades['#304156']?.[scheme]);

          expect(asked).toBe(1);
          expect([...origins]).toEqual([server.url]);
          const sheets = await page.evaluate<string[]>(
            'Array.from(document.querySelectorAll(\'link[rel="stylesheet"]\'), ({ href }) => new URL(href).origin)',
          );
          expect(new Set(sheets)).toEqual(new Set([server.url]));
          expect(complaints.list).toEqual([]);
        },
      );
    }
  },
);
