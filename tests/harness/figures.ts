import { readdirSync } from 'node:fs';
import type { ServerProcess } from '../support/server-process.ts';

/** What is looked at while a server works, with its unit as the plot shows it. */
export const measures = {
  resident: { title: 'Resident memory, MB', from: 'process_resident_memory_bytes', by: 1e6 },
  heap: { title: 'Heap in use, MB', from: 'nodejs_heap_size_used_bytes', by: 1e6 },
  descriptors: { title: 'Descriptors', from: undefined, by: 1 },
  lag: { title: 'Lag of the event loop, p99, ms', from: 'nodejs_eventloop_lag_p99_seconds', by: 1e-3 },
} as const;

export type Measure = keyof typeof measures;
export type Sample = Record<Measure | 'minutes', number>;

/** Looks once. @returns undefined when the server did not answer */
export async function sampleOf({ url, child }: ServerProcess, minutes: number): Promise<Sample | undefined> {
  const text = await fetch(`${url}/metrics`).then(
    (response) => response.text(),
    () => undefined,
  );
  if (text === undefined) return undefined;
  const value = (name: Measure) => {
    const { from, by } = measures[name];
    if (from === undefined) return readdirSync(`/proc/${child.pid}/fd`).length;
    return Number(new RegExp(`^${from} (\\S+)$`, 'm').exec(text)?.[1]) / by;
  };
  const names = Object.keys(measures) as Measure[];
  return { minutes, ...Object.fromEntries(names.map((name) => [name, value(name)])) } as Sample;
}

export const csvOf = (samples: Sample[]): string => {
  const names = ['minutes', ...Object.keys(measures)] as (keyof Sample)[];
  const rows = samples.map((sample) => names.map((name) => sample[name].toFixed(3)).join(','));
  return [names.join(','), ...rows, ''].join('\r\n');
};

const WIDTH = 800;
const HEIGHT = 160;
const MARGIN = 40;

/** One panel below the other, each from 0 to the largest value. */
export function plotOf(samples: Sample[]): string {
  const end = samples.at(-1)?.minutes ?? 1;
  const panels = (Object.keys(measures) as Measure[]).map((name, n) => {
    const most = Math.max(...samples.map((sample) => sample[name])) || 1;
    const top = n * (HEIGHT + MARGIN) + MARGIN;
    const points = samples.map((sample) => {
      const x = MARGIN + (sample.minutes / end) * WIDTH;
      return `${x.toFixed(1)},${(top + HEIGHT * (1 - sample[name] / most)).toFixed(1)}`;
    });
    return `<text x="${MARGIN}" y="${top - 6}">${measures[name].title}: at most ${most.toFixed(1)}</text>
<rect x="${MARGIN}" y="${top}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#ccc"/>
<polyline points="${points.join(' ')}" fill="none" stroke="#0b5cad"/>`;
  });
  const height = panels.length * (HEIGHT + MARGIN) + MARGIN;
  const axis = `<text x="${MARGIN}" y="${height - 8}">0 to ${end.toFixed(1)} minutes</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 2 * MARGIN} ${height}" font-family="sans-serif" font-size="13">
<title>A server under mixed load: memory, descriptors and lag</title>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
${axis}
</svg>
`;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The middle of the second and of the last sixth of the time; of the heap what is left after a collection. */
export function sixths(samples: Sample[], name: Measure): [second: number, last: number] {
  const size = Math.floor(samples.length / 6);
  const of = (n: number) => {
    const values = samples.slice(n * size, (n + 1) * size).map((sample) => sample[name]);
    return name === 'heap' ? Math.min(...values) : median(values);
  };
  return [of(1), of(5)];
}
