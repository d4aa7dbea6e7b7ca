import { type DemoDataset, subsetPath } from '../demo-dataset.ts';
import { local } from './projection.ts';
import { groupBy, number, type Row, readJson, readTable } from './read.ts';
import { circle, gradient, group, line, type Point, path, polygon, render } from './svg.ts';

type Rivers = { features: { geometry: { type: string; coordinates: Point[] | Point[][] } }[] };

/** Minard's bands: the width is the army, sand the way there, dark the way back. */
export async function march(dataset: DemoDataset): Promise<Buffer> {
  const army = await readTable(subsetPath(dataset, 'army.csv'));
  const cities = await readTable(subsetPath(dataset, 'cities.csv'));
  const { features } = await readJson<Rivers>(subsetPath(dataset, 'rivers.geo.json'));
  const flat = local([30.8, 54.75], [640, 340], 152);
  // Stretched upwards: the campaign is seven times as wide as it is high.
  const project = ([longitude, latitude]: Point): Point => {
    const [x, y] = flat([longitude, latitude]);
    return [x, 340 + (y - 340) * 1.5];
  };
  const rivers = features.flatMap(({ geometry }) => {
    const parts =
      geometry.type === 'LineString'
        ? [geometry.coordinates as Point[]]
        : (geometry.coordinates as Point[][]);
    return parts.map((points) => path(line(points.map(project)), { stroke: '#a9c3cf', 'stroke-width': 2.5 }));
  });
  // A leg belongs to the place it starts from: what turns back at Moscow still arrived as an advance.
  const legs = [...groupBy(army, (row) => row.division).values()]
    .toReversed()
    .flatMap((division) => division.slice(1).map((to, index) => ({ from: division[index] ?? to, to })));
  const bands = (direction: string, stroke: string) =>
    legs
      .filter(({ from }) => from.direction === direction)
      .map(({ from, to }) =>
        path(line([project(place(from)), project(place(to))]), {
          stroke,
          'stroke-width': Math.max(2.5, number(from, 'size') / 3000),
          'stroke-linecap': 'round',
        }),
      );
  const dots = cities.map((row) =>
    circle(...project(place(row)), 4, { fill: '#f6efe0', stroke: '#4b3b2a', 'stroke-width': 2 }),
  );
  return render({
    background: 'url(#paper)',
    defs: gradient('paper', ['#f6efe0', '#eadfc8']),
    body: [...rivers, ...bands('A', '#d8a86a'), ...bands('R', '#3a2f2b'), group({}, dots)],
  });
}

const place = (row: Row): Point => [number(row, 'lon'), number(row, 'lat')];

const scaleOfArea = 1360;

/** Two years, a month is 30 degrees, the wedge's area the death rate; turned so that the winter points up. */
export async function rose(dataset: DemoDataset): Promise<Buffer> {
  const months = await readTable(subsetPath(dataset, 'nightingales-rose.csv'));
  // Areas from the centre, the largest first, so that each cause stays visible.
  const causes = [
    { column: 'disease', fill: '#8fb3c9' },
    { column: 'other', fill: '#4a4a55' },
    { column: 'wounds', fill: '#d9705f' },
  ];
  const wedges = months.flatMap((month, index) => {
    const firstYear = index < 12;
    const centre: Point = firstYear ? [860, 425] : [300, 345];
    const start = (index % 12) * 30 * (Math.PI / 180);
    return causes
      .map(({ column, fill }) => ({
        fill,
        radius: scaleOfArea * Math.sqrt(number(month, column) / number(month, 'army_size')),
      }))
      .sort((a, b) => b.radius - a.radius)
      .map(({ fill, radius }) =>
        path(wedge(centre, start, radius), { fill, stroke: '#f4ede0', 'stroke-width': 1.5 }),
      );
  });
  return render({ background: 'url(#paper)', defs: gradient('paper', ['#f7f1e6', '#e9dfcd']), body: wedges });
}

function wedge(centre: Point, start: number, radius: number): string {
  const steps = Array.from({ length: 13 }, (_, step) => start + (step / 12) * (Math.PI / 6));
  return polygon([
    centre,
    ...steps.map(
      (angle): Point => [centre[0] + Math.cos(angle) * radius, centre[1] + Math.sin(angle) * radius],
    ),
  ]);
}
