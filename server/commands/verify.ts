import type { Config } from '../config.ts';
import { type Db, instanceIdOf } from '../database/index.ts';
import { hashPool } from '../hashing/index.ts';
import { blobLedger, createVerify, openBlobStore, type VerifyReport } from '../storage/index.ts';
import { type EvidenceFault, type EvidenceReport, evidenceStore, seals } from '../terms/index.ts';
import { type ExitCode, stopSignal, WrongUse } from './ending.ts';
import { keysOf, onPortal } from './portal.ts';
import { endProgress, fileCountOf, progressLine, sizeOf } from './say.ts';

const words: Record<VerifyReport['faults'][number]['fault'], string> = {
  corrupt: 'is damaged: put it back from a backup',
  vanished: 'is missing: put it back from a backup',
  refused: 'has changed or vanished where it was registered in place',
};

/** @throws WrongUse */
function shareOf(sample: string | undefined): number {
  if (sample === undefined) return 1;
  const percent = Number(sample);
  if (!(percent > 0 && percent <= 100)) throw new WrongUse('--sample is a number above 0 and at most 100.');
  return percent / 100;
}

function tell({ files, bytes, hashed, faults, dangling, strays }: VerifyReport, seconds: number): void {
  for (const { key, fault, names } of faults)
    console.error(`Fault: ${names[0] ?? 'a stored file'} (blob ${key}) ${words[fault]}.`);
  for (const { table, id, blobKey } of dangling)
    console.error(`Fault: ${table} ${id} uses blob ${blobKey}, which the database does not keep.`);
  console.log(`Stored files:      ${fileCountOf(files)}, ${sizeOf(bytes)}`);
  console.log(`Hashed:            ${hashed.toLocaleString('en')}, in ${seconds.toFixed(0)} s`);
  console.log(`Damaged or gone:   ${faults.length}`);
  console.log(`Rows without file: ${dangling.length}`);
  console.log(`Files without row: ${strays.length}${strays.length > 0 ? ' (they only take room)' : ''}`);
  for (const key of strays.slice(0, 20)) console.log(`  ${key}`);
}

/**
 * Checks terms and signatures against their seals.
 * @returns undefined when the key is not to be had, which it says
 */
async function checkEvidence(db: Db, config: Config): Promise<EvidenceReport | undefined> {
  const store = evidenceStore(db);
  // Where nothing is sealed, no key is needed.
  if (!(await store.isThere())) return { terms: 0, signatures: 0, faults: [] };
  try {
    const { evidence } = await keysOf(db, config);
    return await store.check(seals(evidence));
  } catch (error) {
    console.error(
      `Fault: terms and signatures could not be checked. ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}

const faultOf = (fault: EvidenceFault): string =>
  fault.kind === 'terms'
    ? `the terms "${fault.title}", version ${fault.version}, are not what was sealed`
    : `the signature of ${fault.name} for "${fault.datasetName}", of ${fault.at}, is not what was sealed, or its text is not`;

function tellEvidence({ terms, signatures, faults }: EvidenceReport): void {
  for (const fault of faults) console.error(`Fault: ${faultOf(fault)}.`);
  console.log(`Texts of terms:    ${terms.toLocaleString('en')}`);
  console.log(`Signatures:        ${signatures.toLocaleString('en')}`);
  console.log(`Seals that fail:   ${faults.length}`);
}

export async function verify({ sample }: { sample?: string }): Promise<ExitCode> {
  const share = shareOf(sample);
  const signal = stopSignal();
  return onPortal(async (db, config, now) => {
    const onError = (error: unknown) => console.error(error);
    const owner = instanceIdOf(config.dataDir);
    const blobs = await openBlobStore(config, { onError, onFatal: onError });
    const ledger = blobLedger(db, blobs, owner, now, config.importRoots);
    const pool = hashPool();
    const began = performance.now();
    try {
      const look = createVerify({ db, owner: config.storage ? undefined : owner, blobs, ledger, pool });
      const report = await look({
        share,
        signal,
        onProgress: (done, total) => progressLine(done, total, performance.now() - began),
      });
      endProgress();
      tell(report, (performance.now() - began) / 1_000);
      const evidence = await checkEvidence(db, config);
      if (evidence) tellEvidence(evidence);
      const isClean =
        report.faults.length === 0 && report.dangling.length === 0 && evidence?.faults.length === 0;
      console.log(isClean ? 'All is well.' : 'Something is wrong: see above.');
      return isClean ? 0 : 1;
    } catch (error) {
      if (!signal.aborted) throw error;
      endProgress();
      console.error('Interrupted: nothing is known of what was not read.');
      return 130;
    } finally {
      await pool.close();
    }
  });
}
