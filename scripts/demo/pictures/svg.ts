import sharp, { type Sharp } from 'sharp';

export const width = 1280;
export const height = 800;

export type Point = readonly [x: number, y: number];

/** Muted relatives of the portal's own tokens (look.md), readable under the cards' scrim. */
export const colour = {
  night: '#0b1017',
  deep: '#10203a',
  steel: '#2b4a72',
  blue: '#4aa3ff',
  sky: '#a9d3ff',
  teal: '#3fb8af',
  green: '#6ee7a8',
  amber: '#f5c26b',
  coral: '#ff8f7d',
  rose: '#c8465a',
  violet: '#9a8cf0',
  paper: '#f3eee3',
  mist: '#f2f6fb',
  ink: '#0f172a',
} as const;

/** A linear scale; the range may run backwards, as y does. */
export function scale(from: Point, to: Point): (value: number) => number {
  return (value) => to[0] + ((value - from[0]) / (from[1] - from[0])) * (to[1] - to[0]);
}

// One decimal is enough for 1280 pixels, and keeps the SVG small.
const round = (value: number) => Math.round(value * 10) / 10;

export function line(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

export function polygon(points: readonly Point[]): string {
  return points.length === 0 ? '' : `${line(points)}Z`;
}

/** A smooth line through all points (Catmull-Rom as cubic Béziers). */
export function curve(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.min(Math.max(index, 0), points.length - 1)] ?? [0, 0];
  const parts = [`M${round(at(0)[0])} ${round(at(0)[1])}`];
  for (let i = 0; i < points.length - 1; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    parts.push(`C${[...first, ...second, ...to].map(round).join(' ')}`);
  }
  return parts.join('');
}

type Paint = Record<string, string | number>;

export function element(name: string, attributes: Paint, content = ''): string {
  const text = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
    .join('');
  return `<${name}${text}>${content}</${name}>`;
}

export const path = (d: string, paint: Paint) => element('path', { d, fill: 'none', ...paint });
export const circle = (cx: number, cy: number, r: number, paint: Paint) =>
  element('circle', { cx, cy, r, ...paint });
export const group = (paint: Paint, content: readonly string[]) => element('g', paint, content.join(''));

/** Top to bottom unless told otherwise; `stops` are colours at equal distances. */
export function gradient(id: string, stops: readonly string[], paint: Paint = { x2: 0, y2: 1 }): string {
  const content = stops.map((stop, index) =>
    element('stop', { offset: index / (stops.length - 1), 'stop-color': stop }),
  );
  return element('linearGradient', { id, ...paint }, content.join(''));
}

type Drawing = { background: string; defs?: string; body: readonly string[] };

export function render({ background, defs = '', body }: Drawing): Promise<Buffer> {
  const ground = element('rect', { width, height, fill: background });
  const svg = element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height },
    `<defs>${defs}</defs>${ground}${body.join('')}`,
  );
  return toPng(sharp(Buffer.from(svg)));
}

/** 256 colours with dithering: a third of the size, and nobody sees it on a card. */
export function toPng(image: Sharp): Promise<Buffer> {
  return image.png({ palette: true, colours: 256, effort: 7, compressionLevel: 9, dither: 1 }).toBuffer();
}

/** Mixes a list of hex colours; `share` 0 is the first, 1 the last. */
export function mix(stops: readonly string[], share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const index = Math.min(Math.floor(place), stops.length - 2);
  const channels = (hex = '#000000') => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const to = channels(stops[index + 1]);
  const mixed = channels(stops[index]).map((value, at) => value + ((to[at] ?? 0) - value) * (place - index));
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
