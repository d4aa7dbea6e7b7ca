import { type DemoDataset, subsetPath } from '../demo-dataset.ts';
import { groupBy, readJson, readTable } from './read.ts';
import { circle, colour, curve, gradient, mix, type Point, path, render, scale } from './svg.ts';

type Penguin = Record<'Flipper Length (mm)' | 'Body Mass (g)' | 'Beak Length (mm)', number | null> & {
  Species: string;
};

/** Flipper against beak, the body's mass as the size of the dot. */
export async function penguins(dataset: DemoDataset): Promise<Buffer> {
  const birds = await readJson<Penguin[]>(subsetPath(dataset, 'penguins.json'));
  const x = scale([32.5, 59], [50, 1230]);
  const y = scale([173, 232], [680, 60]);
  const radius = scale([2700, 6300], [10, 30]);
  const fills: Record<string, string> = { Adelie: '#ff8a3c', Chinstrap: '#a552c9', Gentoo: '#0d7f86' };
  const dots = birds.flatMap((bird) => {
    const [flipper, beak, mass] = [
      bird['Flipper Length (mm)'],
      bird['Beak Length (mm)'],
      bird['Body Mass (g)'],
    ];
    if (flipper === null || beak === null || mass === null) return [];
    const fill = fills[bird.Species] ?? colour.ink;
    return [
      circle(x(beak), y(flipper), radius(mass), {
        fill,
        'fill-opacity': 0.66,
        stroke: '#fff',
        'stroke-width': 1.6,
      }),
    ];
  });
  return render({ background: 'url(#ice)', defs: gradient('ice', ['#fbfdff', '#dbe9f4']), body: dots });
}

type Country = { country: string; cluster: number; pop: number; life_expect: number; fertility: number };

/** Each country's way from many children and short lives to few and long ones. */
export async function development(dataset: DemoDataset): Promise<Buffer> {
  const rows = await readJson<Country[]>(subsetPath(dataset, 'gapminder.json'));
  const x = scale([8.1, 1.0], [40, 1230]);
  const y = scale([37, 83], [720, 50]);
  const radius = (pop: number) => 4 + Math.sqrt(pop / 1e6) * 1.9;
  const shades = ['#ff9f68', '#5ec4e0', '#ffd479', '#7ddba3', '#b79cff', '#ff7c93'];
  const countries = [...groupBy(rows, ({ country }) => country).values()];
  const at = ({ fertility, life_expect }: Country): Point => [x(fertility), y(life_expect)];
  const trails = countries.map((years) =>
    path(curve(years.map(at)), {
      stroke: shades[years[0]?.cluster ?? 0] ?? colour.sky,
      'stroke-width': 3,
      'stroke-opacity': 0.55,
      'stroke-linecap': 'round',
    }),
  );
  const ends = countries
    .flatMap((years) => years.slice(-1))
    .sort((a, b) => b.pop - a.pop)
    .map((last) =>
      circle(...at(last), radius(last.pop), {
        fill: shades[last.cluster] ?? colour.sky,
        'fill-opacity': 0.85,
        stroke: '#0d1b2e',
        'stroke-width': 2,
      }),
    );
  return render({
    background: 'url(#night)',
    defs: gradient('night', ['#15263f', '#0b1424']),
    body: [...trails, ...ends],
  });
}

/** Rows are years, columns weeks: migration shows as two waves a year. */
export async function strikes(dataset: DemoDataset): Promise<Buffer> {
  const rows = await readTable(subsetPath(dataset, 'birdstrikes.csv'));
  const weeks = groupBy(rows, (row) => {
    const day = new Date(`${row['Flight Date']}T00:00:00Z`);
    const start = Date.UTC(day.getUTCFullYear(), 0, 1);
    return `${day.getUTCFullYear()} ${Math.min(51, Math.floor((day.getTime() - start) / 604_800_000))}`;
  });
  const x = scale([0, 51], [44, 1236]);
  const y = scale([1990, 2002], [56, 752]);
  const dots = [...weeks].map(([key, reports]) => {
    const [year = 0, week = 0] = key.split(' ').map(Number);
    const count = reports.length;
    const fill = mix(['#8fc1e3', '#d7ebf7', '#fff4d8', '#ffc978', '#f58a5b'], (count - 2) / 44);
    return circle(x(week), y(year), 2.2 + Math.sqrt(count) * 3, { fill, 'fill-opacity': 0.93 });
  });
  return render({ background: 'url(#sky)', defs: gradient('sky', ['#1c5d8f', '#133a63']), body: dots });
}
