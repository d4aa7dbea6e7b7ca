import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const address = '/assets/client-under-test.js';

/** The pages' own `call` with the reactions of the reading pages, so that a test can make many calls at once. */
const source = `
  import { call } from '${root}web/api/call.ts';
  import { reactions } from '${root}web/api/reactions.ts';
  import { readingReactions } from '${root}web/reading/reactions.ts';
  import { getUserInfo } from '${root}contract/session.ts';
  Object.assign(reactions, readingReactions);
  export const callMany = async (count) => {
    const calls = Array.from({ length: count }, () => call(getUserInfo));
    return (await Promise.allSettled(calls)).map(({ status }) => status);
  };
`;

/** Bundles it; takes a second. */
export async function buildClient(): Promise<string> {
  const name = 'client-under-test';
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [
      {
        name,
        resolveId: (id) => (id === name ? `\0${name}` : undefined),
        load: (id) => (id === `\0${name}` ? source : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: name,
        preserveEntrySignatures: 'strict',
        // One file is all that is served.
        output: { codeSplitting: false },
      },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  if (!bundle || !('output' in bundle)) throw new Error('the client was not bundled');
  return bundle.output[0].code;
}

/** Lets the pages of a context import the bundle, from their own origin as their policy asks. */
export const serveClient = (context: BrowserContext, code: string): Promise<unknown> =>
  context.route(`**${address}`, (route) => route.fulfill({ contentType: 'text/javascript', body: code }));

/** Makes calls at the same time; tells how each ended. */
export const callMany = (page: Page, count: number): Promise<string[]> =>
  page.evaluate(`import('${address}').then(({ callMany }) => callMany(${count}))`);
