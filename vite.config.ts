import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const web = fileURLToPath(new URL('./web', import.meta.url));
const noncePlaceholder = '__CSP_NONCE__';

/** The blocking theme script: a classic file with a hashed name, which Vite itself would leave alone. */
function themeScript(): Plugin {
  const source = readFileSync(new URL('./web/theme.js', import.meta.url), 'utf8');
  const name = `assets/theme-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
  return {
    name: 'theme-script',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        this.emitFile({ type: 'asset', fileName: name, source });
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
          file.source = String(file.source).replace('src="/theme.js"', `src="/${name}"`);
        }
      },
    },
  };
}

/** The reading pages are cached and the same for everybody, so they carry no nonce; only app.html keeps it. */
function nonceOnlyInApp(): Plugin {
  return {
    name: 'nonce-only-in-app',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        page.source = String(page.source)
          .replace(/\s*<meta property="csp-nonce"[^>]*>/, '')
          .replaceAll(` nonce="${noncePlaceholder}"`, '');
      },
    },
  };
}

/**
 * The pages take types, methods and paths from the contract and check nothing at run time, so the code that checks
 * (5.6 kB gz in the reading pages, 30 in the others) stays out of them: every export of zod becomes something that can
 * be called and chained to any depth and does nothing, but refuses to parse.
 */
function noSchemas(): Plugin {
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
          if (/parse/i.test(String(key))) throw new Error('The pages carry no schemas: see vite.config.ts');
          return nothing;
        };
        const nothing = new Proxy(() => nothing, { get });
        export { ${names.join(', ')} };`;
    },
  };
}

/** Fonts and character maps that pdf.js fetches for PDFs which do not embed theirs. */
function pdfjsFiles(): Plugin {
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    name: 'pdfjs-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const folder of ['standard_fonts', 'cmaps', 'wasm', 'iccs']) {
        for (const file of readdirSync(join(home, folder))) {
          const source = readFileSync(join(home, folder, file));
          this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${file}`, source });
        }
      }
    },
  };
}

const outDir = fileURLToPath(new URL('./dist/web', import.meta.url));

/** A document and its files; `emptyOutDir` for the one that is built first. */
const built = (document: string, emptyOutDir: boolean) => ({
  build: {
    outDir,
    emptyOutDir,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: { input: join(web, document) },
  },
});

// Two documents: the reading pages without a UI kit, and everything with forms and tables. Each is a build of its
// own: shared chunks would hold what either needs, and made the reading pages 10 kB heavier.
export default defineConfig({
  root: web,
  publicDir: false,
  plugins: [react(), themeScript(), nonceOnlyInApp(), noSchemas(), pdfjsFiles()],
  html: { cspNonce: noncePlaceholder },
  environments: {
    client: built('index.html', true),
    app: { consumer: 'client', ...built('app.html', false) },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment);
      }
    },
  },
});
