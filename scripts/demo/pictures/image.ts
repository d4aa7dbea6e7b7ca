import sharp from 'sharp';
import { type DemoDataset, subsetPath } from '../demo-dataset.ts';
import { colour, height, toPng, width } from './svg.ts';

type Tile = { fileName: string; left: number; top: number; width: number; height: number; position?: string };

async function mosaic(dataset: DemoDataset, tiles: readonly Tile[]): Promise<Buffer> {
  const layers = await Promise.all(
    tiles.map(async ({ fileName, left, top, position = 'centre', ...size }) => ({
      input: await sharp(subsetPath(dataset, fileName))
        .resize({ ...size, fit: 'cover', position })
        .toBuffer(),
      left,
      top,
    })),
  );
  const canvas = sharp({ create: { width, height, channels: 3, background: colour.night } });
  // Flattened first: sharp would otherwise reduce the colours before it pastes the tiles.
  return toPng(sharp(await canvas.composite(layers).png().toBuffer()));
}

/** The two plants as a diptych. Their heads are at the top, clear of the card's text. */
export function plants(dataset: DemoDataset): Promise<Buffer> {
  return mosaic(dataset, [
    { fileName: 'acanthus-mollis.jpg', left: 0, top: 0, width: 640, height, position: 'top' },
    { fileName: 'allium-oreophilum.jpg', left: 640, top: 0, width: 640, height, position: 'top' },
  ]);
}

export function photographs(dataset: DemoDataset): Promise<Buffer> {
  const upper = { top: 0, height: 440 };
  const lower = { top: 446, height: 354 };
  return mosaic(dataset, [
    { fileName: 'airplane-from-above.jpg', left: 0, width: 640, ...upper },
    { fileName: 'nagasaki-boats.jpg', left: 646, width: 634, ...upper, position: 'centre' },
    { fileName: 'dust-bowl-home.jpg', left: 0, width: 380, ...lower },
    { fileName: 'french-alpine-landscape.jpg', left: 386, width: 500, ...lower, position: 'top' },
    { fileName: 'locomotion-house-cat.jpg', left: 892, width: 388, ...lower, position: 'left top' },
  ]);
}
