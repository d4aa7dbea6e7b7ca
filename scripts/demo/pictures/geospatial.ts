import { type DemoDataset, subsetPath } from '../demo-dataset.ts';
import { albersStates, local, naturalEarth, type Projection } from './projection.ts';
import { number, readJson, readTable } from './read.ts';
import { circle, colour, gradient, group, line, mix, type Point, path, polygon, render } from './svg.ts';
import { type Shape, shapes, type Topology } from './topology.ts';

const outline = (shape: Shape, project: Projection) =>
  shape.rings.map((ring) => polygon(ring.map(project))).join('');

type Quakes = {
  features: { properties: { mag: number | null }; geometry: { coordinates: [number, number, number] } }[];
};

export async function earthquakes(dataset: DemoDataset): Promise<Buffer> {
  const { features } = await readJson<Quakes>(subsetPath(dataset, 'earthquakes.json'));
  const world = await readJson<Topology>(subsetPath(dataset, 'world-110m.json'));
  const project = naturalEarth([640, 390], 252);
  const land = shapes(world, 'countries').map((country) =>
    path(outline(country, project), { fill: '#1d3350', stroke: '#12233b', 'stroke-width': 1 }),
  );
  const dots = features
    .map(({ properties, geometry }) => ({
      magnitude: Math.max(properties.mag ?? 0, 0),
      at: geometry.coordinates,
    }))
    .sort((a, b) => a.magnitude - b.magnitude)
    .map(({ magnitude, at: [longitude, latitude] }) => {
      const [x, y] = project([longitude, latitude]);
      const fill = mix(['#ffe3a8', '#ffb067', '#ff7a5c', '#ff4f64'], magnitude / 6.2);
      return circle(x, y, 1.6 + magnitude ** 1.75 * 0.75, {
        fill,
        'fill-opacity': magnitude < 2 ? 0.55 : 0.42,
        stroke: fill,
        'stroke-opacity': 0.9,
        'stroke-width': 0.9,
      });
    });
  return render({
    background: 'url(#sea)',
    defs: gradient('sea', ['#0d1c30', '#0a1424']),
    body: [...land, ...dots],
  });
}

export async function airRoutes(dataset: DemoDataset): Promise<Buffer> {
  const flights = await readTable(subsetPath(dataset, 'flights-airport.csv'));
  const airports = await readTable(subsetPath(dataset, 'airports.csv'));
  const states = await readJson<Topology>(subsetPath(dataset, 'us-10m.json'));
  const project = albersStates([640, 392], 1420);
  const places = new Map(
    airports.map((row) => [row.iata, project([number(row, 'longitude'), number(row, 'latitude')])] as const),
  );
  const outer = new Set(['2', '15', '60', '66', '69', '72', '78']); // FIPS codes outside the 48 states
  const land = shapes(states, 'states')
    .filter(({ id }) => !outer.has(id))
    .map((state) => path(outline(state, project), { fill: '#101f36', stroke: '#23395a', 'stroke-width': 1 }));
  const arcs = flights
    .map((row) => ({
      count: number(row, 'count'),
      from: places.get(row.origin),
      to: places.get(row.destination),
    }))
    .filter(({ count }) => count >= 60)
    .sort((a, b) => a.count - b.count)
    .map(({ count, from, to }) => {
      if (!from || !to) return '';
      const share = Math.sqrt(count / 13_000);
      return path(bow(from, to), {
        stroke: mix(['#2f78c4', '#6fb7ff', '#e8f4ff'], share),
        'stroke-opacity': 0.1 + 0.6 * share,
        'stroke-width': 0.7 + 2 * share,
      });
    });
  return render({ background: '#0a1322', body: [...land, ...arcs] });
}

/** A quadratic curve that rises with the distance. */
function bow(from: Point, to: Point): string {
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
  const lift = Math.hypot(to[0] - from[0], to[1] - from[1]) * 0.16;
  const coordinates = [...middle.with(1, middle[1] - lift), ...to].map((value) => value.toFixed(1)).join(' ');
  return `M${from[0].toFixed(1)} ${from[1].toFixed(1)}Q${coordinates}`;
}

// Close to the lines' own colours, a little quieter.
const tubeLines: Record<string, string> = {
  Bakerloo: '#a5642f',
  Central: '#d8433a',
  Circle: '#f0c64a',
  District: '#2f8f5b',
  DLR: '#3fb0ac',
  'Hammersmith & City': '#e79bb4',
  Jubilee: '#8b949b',
  Metropolitan: '#8d2b66',
  Northern: '#2b2f38',
  Piccadilly: '#2c4fa3',
  Victoria: '#3f9fd8',
  'Waterloo & City': '#7cc7b3',
};

export async function london(dataset: DemoDataset): Promise<Buffer> {
  const boroughs = await readJson<Topology>(subsetPath(dataset, 'londonBoroughs.json'));
  const lines = await readJson<Topology>(subsetPath(dataset, 'londonTubeLines.json'));
  const project = local([-0.155, 51.52], [640, 370], 2560);
  const land = shapes(boroughs, 'boroughs').map((borough, index) =>
    path(outline(borough, project), {
      fill: mix(['#f5efe2', '#ebe2cf'], ((index * 7) % 5) / 4),
      stroke: '#d3c7ad',
      'stroke-width': 1.6,
    }),
  );
  const tracks = shapes(lines, 'line').map(({ id, rings }) =>
    path(rings.map((ring) => line(ring.map(project))).join(''), { stroke: tubeLines[id] ?? colour.ink }),
  );
  const paint = { 'stroke-width': 6, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', fill: 'none' };
  return render({ background: '#dfe8ea', body: [...land, group(paint, tracks)] });
}
