import { parentPort } from 'node:worker_threads';
import { render } from './render.ts';

parentPort?.on('message', (source: string) => parentPort?.postMessage(render(source)));
// The time that a text may take begins once the parser is loaded.
parentPort?.postMessage('ready');
