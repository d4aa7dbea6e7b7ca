import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import {
  type BuildEnvironmentOptions,
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type Plugin,
} from 'vite';
import { contractInPages } from './scripts/contract-in-pages.ts';
import { precompress } from './scripts/precompress.ts';
import { type Language, languages } from './texts/languages.ts';

const web = fileURLToPath(new URL('./web', import.meta.url));
const noncePlaceholder = '__CSP_NONCE__';

/** The blocking scripts of each document: classic files, which Vite itself would leave alone, as one with a hashed name. */
function blockingScripts(): Plugin {
  const sourceOf = (file: string) => readFileSync(new URL(`./web/${file}`, import.meta.url), 'utf8');
  const tags = /\s*<script\s+src="\/([\w-]+\.js)"[^>]*><\/script>/g;
  return {
    name: 'blocking-scripts',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
          const html = String(file.source);
          const found = [...html.matchAll(tags)];
          const source = found.map(([, name = '']) => sourceOf(name)).join('');
          if (source === '') throw new Error(`${file.fileName} has no blocking scripts`);
          const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
          const fileName = `assets/first-${hash}.js`;
          this.emitFile({ type: 'asset', fileName, source });
          let put = false;
          file.source = html.replace(tags, (tag, name) => {
            if (put) return '';
            put = true;
            return tag.replace(`/${name}`, `/${fileName}`);
          });
        }
      },
    },
  };
}

/**
 * The reading pages are cached and the same for everybody, so they carry no nonce; nor does the page of an error, which
 * has no code. Only app.html keeps it. And the reading pages are read without their code, which waits until they are
 * drawn: see web/deferred-hydration.js.
 */
function readingDocument(): Plugin {
  return {
    name: 'reading-document',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const name of ['index.html', 'error.html', 'api-docs.html']) {
          const page = bundle[name];
          if (page?.type !== 'asset') continue;
          page.source = String(page.source)
            .replace(/\s*<meta property="csp-nonce"[^>]*>/, '')
            .replaceAll(` nonce="${noncePlaceholder}"`, '')
            .replace('<script type="module" crossorigin', '<script type="deferred"')
            .replaceAll('<link rel="modulepreload" crossorigin', '<link rel="deferred"');
        }
      },
    },
  };
}

/** Fonts and character maps that pdf.js fetches for PDFs which do not embed theirs. */
function pdfjsFiles(): Plugin {
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    name: 'pdfjs-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === nameOf('client', 'en'),
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

/** A part of the pages in one language; the name of its environment. */
const nameOf = (part: string, language: Language): string => (language === 'en' ? part : `${part}_zh`);
const languageOf = (environment: string): Language => (environment.endsWith('_zh') ? 'zh-CN' : 'en');

/** The document is told its language, and named by it. */
function languageOfDocument(): Plugin {
  return {
    name: 'language-of-document',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const language = languageOf(this.environment.name);
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
          this.emitFile({
            type: 'asset',
            fileName: file.fileName.replace('.html', `.${language}.html`),
            source: String(file.source).replace('<html lang="en">', `<html lang="${language}">`),
          });
          delete bundle[file.fileName];
        }
      },
    },
  };
}

// How long plugins take says more about how busy the machine is than about us.
const checks = { bundlerTimings: false };

const output = (folder: string) => fileURLToPath(new URL(`./dist/${folder}`, import.meta.url));

/** Documents and their files; all of them lie in one folder, where equal names hold equal bytes. */
const documentOf = (documents: string[], manifest: string): BuildEnvironmentOptions => ({
  outDir: output('web'),
  // Tells the server, and the test of the budgets, which files a page's own code and styles are.
  manifest,
  emptyOutDir: false,
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  target: 'es2023',
  rolldownOptions: {
    input: documents.map((document) => join(web, document)),
    checks,
    // What a document loads at once is one file: cut where lazy parts share it, it packs 2 kB worse.
    output: {
      codeSplitting: {
        groups: [{ name: 'base', tags: ['$initial'], test: /^(?!.*entry-\w+\.tsx$).*\.[jt]sx?$/ }],
      },
    },
  },
});

/** The reading pages for the server, everything in one file: Node runs neither JSX nor CSS modules. */
const ssrOf = (language: Language) => ({
  consumer: 'server' as const,
  resolve: { noExternal: true as const, conditions: [language, ...defaultServerConditions] },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: output('ssr'),
    emptyOutDir: false,
    target: 'es2023',
    minify: true,
    rolldownOptions: {
      input: join(web, 'entry-server.tsx'),
      checks,
      output: { codeSplitting: false, entryFileNames: `entry-server.${language}.js` },
    },
  },
});

/** A page carries one language only: the condition by which `imports` of package.json finds `#texts`. */
const clientOf = (language: Language) => ({
  consumer: 'client' as const,
  resolve: { conditions: [language, ...defaultClientConditions] },
});

const environmentsOf = (language: Language) => ({
  [nameOf('client', language)]: {
    ...clientOf(language),
    build: documentOf(['index.html', 'error.html', 'api-docs.html'], `manifest.${language}.json`),
  },
  [nameOf('app', language)]: {
    ...clientOf(language),
    build: documentOf(['app.html'], `app-manifest.${language}.json`),
  },
  [nameOf('ssr', language)]: ssrOf(language),
});

// Two documents: the reading pages without a UI kit, and everything with forms and tables. Each is a build of its
// own: shared chunks would hold what either needs, and made the reading pages 10 kB heavier.
export default defineConfig({
  root: web,
  publicDir: false,
  plugins: [
    react(),
    blockingScripts(),
    readingDocument(),
    contractInPages(),
    pdfjsFiles(),
    languageOfDocument(),
  ],
  html: { cspNonce: noncePlaceholder },
  environments: Object.assign({}, ...languages.map(environmentsOf)),
  builder: {
    async buildApp(builder) {
      for (const folder of ['web', 'ssr']) rmSync(output(folder), { recursive: true, force: true });
      for (const environment of Object.values(builder.environments)) await builder.build(environment);
      await precompress(join(output('web'), 'assets'));
    },
  },
});
