import type { Db, SignaturesTable, TermsVersionsTable } from '../database/index.ts';
import { iso } from '../shared/time.ts';
import type { Seals } from './seal.ts';

/** What of the evidence is not as it was sealed. */
export type EvidenceFault =
  | { kind: 'terms'; title: string; version: number }
  /** `at`: ISO 8601, as the row has it now. */
  | { kind: 'signature'; name: string; at: string; datasetName: string };

export interface EvidenceReport {
  /** Versions of terms. */
  terms: number;
  signatures: number;
  faults: EvidenceFault[];
}

/** Rows read at a time: a text may have 50,000 characters. */
const BATCH = 100;

/** Pages by id, so that no reader is held for long. */
async function* everyRow<Row extends { id: string }>(
  next: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const rows = await next(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

export const evidenceStore = (db: Db) => ({
  /** Whether there is anything to check. */
  async isThere(): Promise<boolean> {
    const found = await db.selectFrom('terms_versions').select('id').limit(1).executeTakeFirst();
    return (
      found !== undefined ||
      (await db.selectFrom('signatures').select('id').limit(1).executeTakeFirst()) !== undefined
    );
  },

  /** Checks every text and signature against its seal, and each signature against the text that it is under. */
  async check(seals: Seals): Promise<EvidenceReport> {
    const report: EvidenceReport = { terms: 0, signatures: 0, faults: [] };
    const texts = everyRow<TermsVersionsTable>((after) =>
      db
        .selectFrom('terms_versions')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .execute(),
    );
    for await (const row of texts) {
      report.terms += 1;
      if (!seals.termsHold(row))
        report.faults.push({ kind: 'terms', title: row.title, version: Number(row.version) });
    }
    const signatures = everyRow<SignaturesTable & { text_sha256: string | null }>((after) =>
      db
        .selectFrom('signatures')
        .leftJoin('terms_versions', 'terms_versions.id', 'signatures.terms_version_id')
        .selectAll('signatures')
        .select('terms_versions.sha256 as text_sha256')
        .where('signatures.id', '>', after)
        .orderBy('signatures.id')
        .limit(BATCH)
        .execute(),
    );
    for await (const row of signatures) {
      report.signatures += 1;
      if (!seals.signatureHolds(row) || row.text_sha256 !== row.sha256)
        report.faults.push({
          kind: 'signature',
          name: row.name,
          at: iso(Number(row.signed_at)),
          datasetName: row.dataset_name,
        });
    }
    return report;
  },
});
