import type { Plugin } from 'vite';

/** A node of the syntax tree (ESTree), as far as it is read here. */
interface Syntax {
  type: string;
  start: number;
  end: number;
  callee?: Syntax & { name?: string };
  arguments?: Syntax[];
  properties?: (Syntax & { key?: { name?: string } })[];
}

/**
 * What the pages use of a call (web/api/call.ts), and who may (web/admin/access/permissions.ts); the rest of an
 * endpoint is the server's.
 */
const usedByPages = ['method', 'path', 'who'];

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Every call that is made when the file is loaded, outer ones first: what a function does is its own. */
function callsIn(value: unknown): Syntax[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isSyntax(value) || /Function/.test(value.type)) return [];
  const within = Object.values(value).flatMap(callsIn);
  return value.type === 'CallExpression' ? [value, ...within] : within;
}

/**
 * The pages take types, methods and paths from the contract and check nothing at run time, so the code that checks
 * (5.6 kB gz in the reading pages, 30 in the others) stays out of them: every export of zod becomes something that can
 * be called and chained to any depth and does nothing, but refuses to parse.
 */
export function noSchemas(): Plugin {
  const standIn = '\0no-schemas:';
  return {
    name: 'no-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (/^zod(\/mini)?$/.test(id) ? standIn + id : undefined),
    async load(id) {
      if (!id.startsWith(standIn)) return undefined;
      const exported: object = await (id.endsWith('mini') ? import('zod/mini') : import('zod'));
      const names = Object.keys(exported).map((name) => `nothing as ${name}`);
      return `
        const get = (_, key) => {
          if (/parse/i.test(String(key))) throw new Error('The pages carry no schemas: see scripts/contract-in-pages.ts');
          return nothing;
        };
        const nothing = new Proxy(() => nothing, { get });
        export { ${names.join(', ')} };`;
    },
  };
}

/**
 * Leaves method, path and who may of each endpoint, and marks the calls of the contract's declarations as pure, so that
 * the bundler may drop what a page does not import. The field names of all answers, and the endpoints that nobody calls,
 * were 1.1 kB gz of each reading page.
 */
export function declarationsOnly(): Plugin {
  return {
    name: 'declarations-only',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler(code) {
        const edits = callsIn(this.parse(code)).flatMap(({ start, end, callee, arguments: [given] = [] }) => {
          if (callee?.name !== 'defineEndpoint') return [{ start, end: start, text: '/* @__PURE__ */ ' }];
          const kept = (given?.properties ?? []).filter(
            // `...move`, which several endpoints share, may hold any of it.
            ({ type, key }) => type === 'SpreadElement' || usedByPages.includes(key?.name ?? ''),
          );
          const text = kept.map((each) => code.slice(each.start, each.end)).join(', ');
          return [{ start, end, text: `{ ${text} }` }];
        });
        const replaced = edits.filter(({ start, end }) => end > start);
        const within = (at: number) => replaced.some(({ start, end }) => start < at && at < end);
        let rest = code;
        // From the end, so that what comes before keeps its place.
        for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
          if (!within(start)) rest = rest.slice(0, start) + text + rest.slice(end);
        }
        return { code: rest, map: null };
      },
    },
  };
}
