import { readFile } from 'node:fs/promises';
import { type DemoDataset, subsetPath } from '../demo-dataset.ts';
import { colour, gradient, group, line, mix, type Point, path, polygon, render, scale } from './svg.ts';

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

/** Every chapter is a ray as long as its text; the warmer, the more often a whale is named. */
export async function chapters(dataset: DemoDataset): Promise<Buffer> {
  const text = await readFile(subsetPath(dataset, 'moby-dick.txt'), 'utf8');
  const measured = text
    .split(/^CHAPTER \d+\. .*$/m)
    .slice(1)
    .map((chapter) => ({ length: words(chapter), whales: chapter.match(/whale/gi)?.length ?? 0 }));
  const longest = Math.max(...measured.map(({ length }) => length));
  // Square root, so that the one very long chapter does not dwarf the rest.
  const reach = scale([0, Math.sqrt(longest)], [96, 470]);
  const centre: Point = [640, 360];
  const rays = measured.map(({ length, whales }, index) => {
    const angle = (index / measured.length) * 2 * Math.PI - Math.PI / 2;
    const at = (radius: number): Point => [
      centre[0] + Math.cos(angle) * radius,
      centre[1] + Math.sin(angle) * radius,
    ];
    const share = Math.sqrt(whales / length / 0.022);
    return path(line([at(96), at(reach(Math.sqrt(length)))]), {
      stroke: mix(['#35618f', '#5fa8d8', '#dcefff', colour.amber], share),
      'stroke-width': 7,
      'stroke-linecap': 'round',
    });
  });
  return render({
    background: 'url(#sea)',
    defs: gradient('sea', ['#0e2742', '#0a1526']),
    body: rays,
  });
}

/** One ridge per address: how long its sentences are, from its first words to its last. */
export async function sentences(dataset: DemoDataset): Promise<Buffer> {
  const texts = await Promise.all(dataset.subsets.map((subset) => readFile(subset.filePath, 'utf8')));
  const x = scale([0, slices - 1], [60, 1220]);
  const ridges = texts.map((text, index) => {
    const base = 190 + index * 84;
    const crest = sentenceLengths(text).map((value, slice): Point => [x(slice), base - value * 3]);
    const shade = mix([colour.amber, colour.coral, colour.rose, '#6d4fa3', '#3d5fb0'], index / 7);
    return [
      path(polygon([[-20, base + 260], [-20, base], ...crest, [1300, base], [1300, base + 260]]), {
        fill: mix([shade, '#171226'], 0.86),
        stroke: shade,
        'stroke-width': 3.5,
        'stroke-linejoin': 'round',
      }),
    ];
  });
  return render({
    background: 'url(#dusk)',
    defs: gradient('dusk', ['#2b1c3a', '#141021']),
    body: [group({}, ridges.flat())],
  });
}

const slices = 150;

/** Words per sentence along the text, in equal slices, smoothed and faded out at both ends. */
function sentenceLengths(text: string): number[] {
  const lengths = text
    .split(/[.!?]+\s+/)
    .map(words)
    .filter((length) => length > 0);
  const spread = Math.max(1.4, (lengths.length / slices) * 1.2);
  return Array.from({ length: slices }, (_, slice) => {
    const centre = (slice / (slices - 1)) * (lengths.length - 1);
    let sum = 0;
    let weight = 0;
    lengths.forEach((length, index) => {
      const share = Math.exp(-(((index - centre) / spread) ** 2));
      sum += Math.min(length, 90) * share;
      weight += share;
    });
    const fade = Math.min(1, slice / 12, (slices - 1 - slice) / 12);
    return (sum / weight) * fade;
  });
}
