import sharp from 'sharp';
import { type DemoDataset, subsetPath } from '../demo-dataset.ts';
import { groupBy, number, readJson, readTable } from './read.ts';
import {
  colour,
  curve,
  element,
  height,
  line,
  mix,
  type Point,
  path,
  render,
  scale,
  toPng,
  width,
} from './svg.ts';

/** Warming stripes (after Ed Hawkins) of the temperatures, and the Keeling curve over them. */
export async function climate(dataset: DemoDataset): Promise<Buffer> {
  const years = await readTable(subsetPath(dataset, 'global-temp.csv'));
  const months = await readTable(subsetPath(dataset, 'co2-concentration.csv'));
  const stripe = width / years.length;
  const warmth = scale([-0.5, 1.05], [0, 1]);
  const blues = ['#0b2f5e', '#1f5f9f', '#5c9fcd', '#b7d7ea'];
  const reds = ['#f4d3c1', '#ec9a7c', '#d45a49', '#9c1f2e'];
  const stripes = years.map((row, index) =>
    element('rect', {
      x: index * stripe,
      y: 0,
      width: stripe + 0.5,
      height,
      fill: mix([...blues, ...reds], warmth(number(row, 'temp'))),
    }),
  );
  const x = scale([1958, 2020.3], [-10, 1290]);
  const y = scale([310, 418], [640, 120]);
  const points = months.map((row): Point => {
    const [year = 0, month = 1] = (row.Date ?? '').split('-').map(Number);
    return [x(year + (month - 0.5) / 12), y(number(row, 'CO2'))];
  });
  const ink = { 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  return render({
    background: colour.night,
    body: [
      ...stripes,
      path(line(points), { ...ink, stroke: '#0b1017', 'stroke-opacity': 0.25, 'stroke-width': 14 }),
      path(line(points), { ...ink, stroke: '#fff', 'stroke-width': 4.5 }),
    ],
  });
}

/** The year from left to right, the day from 8 in the morning downwards, the normal temperature as colour. */
export async function normals(dataset: DemoDataset): Promise<Buffer> {
  const rows = await readTable(subsetPath(dataset, 'seattle-weather-hourly-normals.csv'));
  const [days, hours] = [365, 24];
  const pixels = Buffer.alloc(days * hours * 3);
  const share = scale([1.5, 25.5], [0, 1]);
  for (const row of rows) {
    const time = Date.parse(`${row.date}Z`) - Date.UTC(2010, 0, 1);
    const day = Math.floor(time / 86_400_000);
    const hour = Math.floor(time / 3_600_000) % 24;
    const hex = mix(
      ['#101c3d', '#1d4a80', '#2f8f9d', '#9fc7a0', '#f4d58a', '#e98a5c', '#c9485b'],
      share(number(row, 'temperature')),
    );
    pixels.writeUIntBE(Number.parseInt(hex.slice(1), 16), (((hour + 16) % hours) * days + day) * 3, 3);
  }
  // The file starts at 01:00 on New Year's Day; the missing first hour takes its neighbour's colour.
  pixels.copy(pixels, 16 * days * 3, 17 * days * 3, 17 * days * 3 + 3);
  const small = sharp(pixels, { raw: { width: days, height: hours, channels: 3 } });
  const smooth = await small.resize(width, height, { kernel: 'cubic', fit: 'fill' }).blur(9).png().toBuffer();
  return toPng(sharp(smooth));
}

type Unemployed = { series: string; count: number };

/** The unemployed by industry as a stream around a middle line. */
export async function stream(dataset: DemoDataset): Promise<Buffer> {
  const file = subsetPath(dataset, 'unemployment-across-industries.json');
  const industries = [...groupBy(await readJson<Unemployed[]>(file), ({ series }) => series).values()].map(
    (rows) => smoothed(rows.map(({ count }) => count)),
  );
  const months = industries[0]?.length ?? 0;
  const totals = Array.from({ length: months }, (_, month) => sum(industries, month));
  const x = scale([0, months - 1], [-6, width + 6]);
  const thickness = 720 / Math.max(...totals);
  const shades = [
    '#f8d7a0',
    '#f2a97c',
    '#e0736a',
    '#b64f72',
    '#77437d',
    '#424a86',
    '#2a6a96',
    '#3d97a8',
    '#86c5b3',
  ];
  const lower = totals.map((total) => 395 - (total * thickness) / 2);
  const layers = industries.map((counts, index) => {
    const top = lower.map((value, month): Point => [x(month), value]);
    counts.forEach((count, month) => {
      lower[month] = (lower[month] ?? 0) + count * thickness;
    });
    const bottom = lower.map((value, month): Point => [x(month), value]).toReversed();
    const fill = mix(shades, index / (industries.length - 1));
    return path(`${curve(top)}${curve(bottom).replace('M', 'L')}Z`, {
      fill,
      stroke: '#111a2b',
      'stroke-width': 1.5,
    });
  });
  return render({ background: '#111a2b', body: layers });
}

const sum = (rows: readonly number[][], at: number) => rows.reduce((total, row) => total + (row[at] ?? 0), 0);

/** Mean over five months: the stream should flow, not tremble with the seasons. */
function smoothed(values: readonly number[]): number[] {
  return values.map((_, index) => {
    const near = values.slice(Math.max(0, index - 2), index + 3);
    return near.reduce((total, value) => total + value, 0) / near.length;
  });
}
