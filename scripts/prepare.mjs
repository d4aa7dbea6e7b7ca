// Installs what is missing and builds what is stale, so that two commands are enough on a fresh clone.
// Plain JavaScript: this runs on whatever Node the machine has, before there is anything else.
// usage: node scripts/prepare.mjs [--no-build]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LEAST_HERE = 20;
const LEAST_THERE = 26;
const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

function stop(...lines) {
  console.error(lines.join('\n'));
  process.exit(1);
}

/** The SHA-256 over names and contents of files and folders, in a fixed order. */
function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(join(path, name));
    } else {
      hash.update(path).update('\0').update(readFileSync(full));
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Does `work` when the stamp says something else than the inputs do now. */
function whenStale(what, stamp, inputs, work) {
  const wanted = hashOf(inputs);
  if (read(stamp) === wanted) return;
  const began = Date.now();
  console.log(`${what} …`);
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`${what}: done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

function run(command, args, hint) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) stop(`\n${command} ${args.join(' ')} failed${error ? ` (${error.message})` : ''}.`, hint);
}

if (Number(process.versions.node.split('.')[0]) < LEAST_HERE) {
  stop(`Vitrine needs Node ${LEAST_HERE} or newer to start; this is ${process.version}.`);
}

whenStale(
  'Installing packages',
  join(root, 'node_modules', '.vitrine-installed'),
  ['package-lock.json', '.npmrc'],
  () => {
    const hint = 'Is the npm registry within reach? Nothing else is needed.';
    // No scripts: npm would compile any package with a binding.gyp, which takes Python, make and a compiler, although
    // it brings what is compiled. The few packages whose scripts matter are named in allowScripts.
    // Development packages too, whatever NODE_ENV says: they build the pages.
    run('npm', ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], hint);
    const { allowScripts } = JSON.parse(read(join(root, 'package.json')));
    const here = (name) => existsSync(join(root, 'node_modules', name));
    const names = Object.keys(allowScripts).filter((name) => allowScripts[name] && here(name));
    run('npm', ['rebuild', ...names], hint);
  },
);

const tried = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
if (/libatomic/.test(tried.stderr ?? '')) {
  stop(
    tried.stderr.trim(),
    'Node 26 needs this library of the system. On Debian and Ubuntu: apt-get install libatomic1',
  );
}
const found = tried.stdout?.trim();
if (!found || Number(found.slice(1).split('.')[0]) < LEAST_THERE) {
  stop(
    `The package "node" should have brought Node ${LEAST_THERE}, but ${found ? `${found} would run` : 'it is not there'}.`,
    'Its install script may have been blocked: allow it for the package "node" (see allowScripts in package.json),',
    'remove the folder node_modules and start again.',
  );
}

if (!process.argv.includes('--no-build')) {
  const inputs = [
    'web',
    'contract',
    'texts',
    'vite.config.ts',
    'scripts/contract-in-pages.ts',
    'scripts/precompress.ts',
    'package.json',
    'package-lock.json',
  ];
  whenStale('Building the pages', join(root, 'dist', '.built'), inputs, () =>
    run(
      node,
      [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
      'Run `npm run typecheck` to see more.',
    ),
  );
}
