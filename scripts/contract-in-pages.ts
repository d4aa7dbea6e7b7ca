import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Endpoint } from '../contract/endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** What the pages are given of an export; undefined: they have no use for it. */
function inPages(value: unknown): unknown {
  if (isEndpoint(value)) {
    const { method, path, who } = value;
    return { method, path, who };
  }
  const isPlain = typeof value === 'string' || typeof value === 'number' || Array.isArray(value);
  return isPlain ? value : undefined;
}

/**
 * The pages take types, and of each call its method, path and who may; what checks is the server's. So a file of the
 * contract that imports zod is run when the pages are built, and they get what it exports: endpoints without their
 * schemas, and plain constants. Importing a schema or a function from such a file fails the build: a function that the
 * pages need stands in a file without zod.
 *
 * With the schemas, the reading pages would weigh 9 kB gz more and break their budget (docs/decisions/0036).
 */
export function contractInPages(): Plugin {
  return {
    name: 'contract-in-pages',
    apply: 'build',
    load: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      async handler(id) {
        if (!/^import \* as z /m.test(readFileSync(id, 'utf8'))) return undefined;
        const exported: Record<string, unknown> = await import(id);
        return Object.entries(exported)
          .map(([name, value]) => [name, inPages(value)] as const)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n');
      },
    },
  };
}
