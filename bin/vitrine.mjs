#!/usr/bin/env node
// Plain JavaScript that any Node runs: it starts the Node that the server needs (node_modules/.bin/node).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_ENVIRONMENT, NODE_OPTIONS } from './node-options.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Beside us in a clone; wherever npm has put it where this package is a dependency.
const beside = join(root, 'node_modules/.bin/node');
const found = () => join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
const args = [...NODE_OPTIONS, join(root, 'server/commands/vitrine.ts'), ...process.argv.slice(2)];
// In the package (scripts/package.ts): what its Node needs of the system and may not find there.
const libraries = [join(root, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
const env = { ...NODE_ENVIRONMENT, ...process.env };
if (existsSync(join(root, 'lib'))) env.LD_LIBRARY_PATH = libraries;
const child = spawn(existsSync(beside) ? beside : found(), args, { stdio: 'inherit', env });
// Ctrl-C reaches the child as well; it decides how to end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
const interrupted = (signal) => signal === 'SIGINT' || signal === 'SIGTERM';
child.on('exit', (code, signal) => process.exit(interrupted(signal) ? 130 : (code ?? 1)));
