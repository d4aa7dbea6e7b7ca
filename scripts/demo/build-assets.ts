import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { demoDatasets } from './catalogue.ts';
import type { DemoDataset } from './demo-dataset.ts';
import { makeDocument } from './document.ts';
import { drawPicture } from './picture.ts';

export type DemoAssets = { dataset: DemoDataset; picturePath: string; documentPath: string };

const atOnce = 2;

/**
 * Writes `<key>.<hash>.png` and `.pdf` for every dataset into outDir. The hash covers the texts, the files and the code
 * that draws, so an existing file of that name is valid and kept.
 */
export async function buildDemoAssets(outDir: string): Promise<DemoAssets[]> {
  await mkdir(outDir, { recursive: true });
  const code = await hashOfCode();
  const built: DemoAssets[] = new Array(demoDatasets.length);
  const queue = demoDatasets.entries();
  // Both workers take from the same iterator, so each dataset is built once.
  const worker = async () => {
    for (const [index, dataset] of queue) built[index] = await build(dataset, outDir, code);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return built;
}

async function build(dataset: DemoDataset, outDir: string, code: string): Promise<DemoAssets> {
  const base = path.join(outDir, `${dataset.key}.${await hashOfInputs(dataset, code)}`);
  const picturePath = `${base}.png`;
  const documentPath = `${base}.pdf`;
  if (!(await exists(picturePath))) await writeWhole(picturePath, await drawPicture(dataset));
  if (!(await exists(documentPath))) {
    await writeWhole(documentPath, await makeDocument(dataset, await readFile(picturePath)));
  }
  return { dataset, picturePath, documentPath };
}

async function hashOfInputs(dataset: DemoDataset, code: string): Promise<string> {
  // File paths differ between machines and are left out; the files themselves count.
  const subsets = dataset.subsets.map(({ fileName, desc }) => ({ fileName, desc }));
  const hash = createHash('sha256')
    .update(code)
    .update(JSON.stringify({ ...dataset, subsets }));
  for (const { filePath } of dataset.subsets) {
    await pipeline(createReadStream(filePath), hash, { end: false });
  }
  return hash.digest('hex').slice(0, 16);
}

async function hashOfCode(): Promise<string> {
  const here = import.meta.dirname;
  const inside = async (folder: string) =>
    (await readdir(path.join(here, folder)))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name));
  const files = ['document.ts', 'picture.ts', ...(await inside('pictures')), ...(await inside('document'))];
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(await readFile(path.join(here, file)));
  return hash.digest('hex');
}

/** Written atomically: an interrupted run leaves no partial file under the final name. */
async function writeWhole(filePath: string, content: Buffer): Promise<void> {
  await writeFile(`${filePath}.part`, content);
  await rename(`${filePath}.part`, filePath);
}

function exists(filePath: string): Promise<boolean> {
  return access(filePath).then(
    () => true,
    () => false,
  );
}
