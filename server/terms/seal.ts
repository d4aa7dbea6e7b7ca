import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SignaturesTable, TermsVersionsTable } from '../database/index.ts';

/** SHA-256 of a text's UTF-8, lower-case hex. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

type Unsealed<Row> = Omit<Row, 'seal' | 'key_id'>;

const ofTerms = (row: Unsealed<TermsVersionsTable>) => [
  'terms',
  row.id,
  row.terms_id,
  Number(row.version),
  row.title,
  row.sha256,
  row.sign_again,
  Number(row.created_at),
];

// Without the network address, which may be removed, and without `user_id`, which goes with the account.
const ofSignature = (row: Unsealed<SignaturesTable>) => [
  'signature',
  row.id,
  row.signer,
  row.lineage_id,
  row.dataset_name,
  row.terms_version_id,
  row.sha256,
  row.name,
  row.email,
  row.affiliation,
  Number(row.signed_at),
];

/**
 * Seals of terms and signatures: an HMAC-SHA256 over their fields, under a key that is kept apart from the database, so
 * that who can write the database alone cannot make or change evidence unnoticed (access.md, "Terms as evidence").
 * @param key the secret named `evidence`
 */
export function seals(key: string) {
  /** Tells keys apart without disclosing them. */
  const keyId = createHmac('sha256', key).update('id of evidence').digest('hex').slice(0, 16);
  const seal = (fields: unknown[]): string =>
    createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex');
  const fits = (row: { key_id: string; seal: string }, fields: unknown[]): boolean => {
    const [is, should] = [row.seal, seal(fields)].map((text) => Buffer.from(text));
    return (
      row.key_id === keyId && is?.length === should?.length && timingSafeEqual(is as never, should as never)
    );
  };
  return {
    terms: <Row extends Unsealed<TermsVersionsTable>>(row: Row) => ({
      ...row,
      key_id: keyId,
      seal: seal(ofTerms(row)),
    }),
    signature: <Row extends Unsealed<SignaturesTable>>(row: Row) => ({
      ...row,
      key_id: keyId,
      seal: seal(ofSignature(row)),
    }),
    /** Whether a text is the one that was sealed. */
    termsHold: (row: TermsVersionsTable): boolean =>
      sha256Of(row.text) === row.sha256 && fits(row, ofTerms(row)),
    signatureHolds: (row: SignaturesTable): boolean => fits(row, ofSignature(row)),
  };
}

export type Seals = ReturnType<typeof seals>;
