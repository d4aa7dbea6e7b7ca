import { rename, rm } from 'node:fs/promises';
import { fillDemo } from './fill.ts';

/**
 * Fills the demo's folder in a process of its own, whose memory is freed before serving begins. The folder gets its
 * final name only when it is complete. usage: fill-folder.ts FOLDER
 */
const [, , folder = ''] = process.argv;
// The parent process has died, by whatever signal: nobody would serve the folder.
process.once('disconnect', () => process.exit(1));

const draft = `${folder}.filling`;
await rm(draft, { recursive: true, force: true });
console.log('Filling the demo …');
const began = Date.now();
const made = await fillDemo(draft);
await rename(draft, folder);
const seconds = ((Date.now() - began) / 1000).toFixed(1);
console.log(
  `${made.datasets} datasets, ${made.people} people and ${made.downloads} downloads in ${seconds} s`,
);
process.exit(0);
