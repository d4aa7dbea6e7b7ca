import { parentPort, workerData } from 'node:worker_threads';
import type { FromWriter, ToWriter } from './spreadsheet.ts';
import { workbook } from './workbook.ts';

const file = await workbook(workerData as ToWriter);
parentPort?.postMessage(new Uint8Array(file) satisfies FromWriter);
