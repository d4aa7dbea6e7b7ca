import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../config.ts';
import { folderOf } from '../datasets/index.ts';
import { type ExitCode, stopSignal, WrongUse } from './ending.ts';
import { standing } from './follow.store.ts';
import { createImportContext } from './import-context.ts';
import { type GivenOptions, type ImportOptions, importOptions } from './import-options.ts';
import { type Plan, planImport } from './import-plan.ts';
import { endProgress, fileCountOf, progressLine, sizeOf } from './say.ts';

const EVERY = 500;

function describe(plan: Plan, options: ImportOptions): void {
  console.log(`${options.name} ${options.version} (${options.path})`);
  for (const { path, kind, fileCount, size } of plan.subsets) {
    console.log(`  ${path}${kind === 'folder' ? `  ${fileCountOf(fileCount)}` : ''}  ${sizeOf(size)}`);
  }
  const files = plan.subsets.reduce((sum, { fileCount }) => sum + fileCount, 0);
  const size = plan.subsets.reduce((sum, one) => sum + one.size, 0);
  console.log(`${plan.subsets.length} subsets, ${fileCountOf(files)}, ${sizeOf(size)}.`);
  if (plan.leftOut !== '') console.log(plan.leftOut);
}

async function make(plan: Plan, options: ImportOptions, stop: AbortSignal): Promise<ExitCode> {
  const workshop = await createImportContext(readConfig(process.env));
  try {
    const datasetId = await workshop.addDataset(options, plan.subsets, userInfo().username);
    const total = plan.subsets.reduce((sum, one) => sum + one.size, 0);
    const began = performance.now();
    let now = await standing(workshop.db, datasetId);
    for (; now.open > 0 && !stop.aborted; now = await standing(workshop.db, datasetId)) {
      progressLine(now.hashed, total, performance.now() - began);
      await sleep(EVERY, undefined, { signal: stop }).catch(() => {});
    }
    if (now.open > 0) {
      console.log(
        '\nInterrupted. What is hashed stays; the server goes on with the rest, now or when it starts.',
      );
      return 130;
    }
    await workshop.idle();
    progressLine(total, total, performance.now() - began);
    endProgress();
    for (const { path, failure } of now.failures) console.error(`${path}: ${failure}`);
    const state = options.publish ? 'published' : 'a draft';
    console.log(`Dataset ${datasetId} is ${state}.${now.failures.length > 0 ? ' Some subsets failed.' : ''}`);
    return now.failures.length > 0 ? 1 : 0;
  } finally {
    await workshop.close();
  }
}

/** `vitrine import`; the files are hashed here, or by the server when this is interrupted. */
export async function importFolder(folder: string, given: GivenOptions): Promise<ExitCode> {
  const stop = stopSignal();
  const options = importOptions(folder, given);
  const { importRoots } = readConfig(process.env);
  if (importRoots.length === 0) throw new WrongUse('IMPORT_ROOTS names no folder.');
  const plan = await planImport(importRoots, options.folder, folderOf(options.path));
  describe(plan, options);
  for (const problem of plan.problems) console.error(`Problem: ${problem}`);
  if (plan.problems.length > 0) {
    console.error('Nothing was made.');
    return 1;
  }
  if (options.dryRun) {
    console.log('Nothing was made: this was a dry run.');
    return 0;
  }
  return make(plan, options, stop);
}
