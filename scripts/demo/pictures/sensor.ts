import { type DemoDataset, subsetPath } from '../demo-dataset.ts';
import { groupBy, number, type Row, readTable } from './read.ts';
import { circle, gradient, group, line, type Point, path, polygon, render, scale } from './svg.ts';

/** The two indoor motes over time: one calm, one with the event. */
export async function indoorMotes(dataset: DemoDataset): Promise<Buffer> {
  const read = (id: number) => readTable(subsetPath(dataset, `singlehop_indoor_moteid${id}_data.txt`), /\s+/);
  const [disturbed, calm] = await Promise.all([read(1), read(2)]);
  // The header says "Reading# Mote-ID Humidity Temperature Label"; only the separators differ.
  const humidity = trace(disturbed, 'Humidity', [40, 92], [440, 60]);
  const temperature = trace(disturbed, 'Temperature', [26, 57], [560, 200]);
  const quiet = trace(calm, 'Humidity', [40, 92], [440, 60]);
  const event = disturbed.filter((row) => row.Label === '1').map((row) => number(row, 'Reading#'));
  const x = scale([1, disturbed.length], [0, 1280]);
  const [start, end] = [x(Math.min(...event)), x(Math.max(...event))];
  const area = (points: readonly Point[]) => polygon([[0, 800], ...points, [1280, 800]]);
  const stroke = { 'stroke-width': 6, 'stroke-linejoin': 'round' };
  return render({
    background: 'url(#ground)',
    defs:
      gradient('ground', ['#0d3238', '#081a20']) +
      gradient('humid', ['#58d0c4', '#0d3238']) +
      gradient('warm', ['#ff9d6b', '#5a2d2a']),
    body: [
      path(
        polygon([
          [start, 0],
          [end, 0],
          [end, 800],
          [start, 800],
        ]),
        { fill: '#fff', 'fill-opacity': 0.1 },
      ),
      path(area(humidity), { fill: 'url(#humid)', 'fill-opacity': 0.6 }),
      path(line(humidity), { ...stroke, stroke: '#7fe3d6' }),
      path(line(quiet), { ...stroke, stroke: '#d5f5f0', 'stroke-opacity': 0.7, 'stroke-width': 3.5 }),
      path(area(temperature), { fill: 'url(#warm)', 'fill-opacity': 0.55 }),
      path(line(temperature), { ...stroke, stroke: '#ffb58c' }),
    ],
  });
}

function trace(rows: readonly Row[], column: string, from: Point, to: Point): Point[] {
  const x = scale([1, rows.length], [0, 1280]);
  const y = scale(from, to);
  return rows.flatMap((row, index): Point[] =>
    index % 4 === 0 ? [[x(index + 1), y(number(row, column))]] : [],
  );
}

/** Temperature against humidity: each mote draws its own way through the day. */
export async function allMotes(dataset: DemoDataset): Promise<Buffer> {
  const rows = await readTable(subsetPath(dataset, 'all-motes.csv'));
  // Logarithms: most readings lie close together, the events far out.
  const x = scale([Math.log(22.4), Math.log(48)], [60, 1240]);
  const y = scale([Math.log(33.5), Math.log(93)], [650, 50]);
  const fills: Record<string, string> = { 1: '#ff9d6b', 2: '#f8d98a', 3: '#58d0c4', 4: '#6ba8ff' };
  const motes = [...groupBy(rows, (row) => row.mote_id ?? '')].map(([id, readings]) => {
    const fill = fills[id] ?? '#fff';
    const dots = readings.map((row) => {
      const event = row.label === '1';
      const at: Point = [x(Math.log(number(row, 'temperature'))), y(Math.log(number(row, 'humidity')))];
      return circle(...at, event ? 12 : 7, { 'fill-opacity': event ? 0.8 : 0.13 });
    });
    return group({ fill }, dots);
  });
  return render({
    background: 'url(#ground)',
    defs: gradient('ground', ['#10313a', '#0a1b24']),
    body: motes,
  });
}
