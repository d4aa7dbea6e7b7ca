import { describe, expect, test } from 'vitest';
import { seals, sha256Of } from './seal.ts';

const text = 'Only for research.';
const terms = {
  id: 't1',
  terms_id: 's1',
  version: 1,
  title: 'Terms',
  text,
  sha256: sha256Of(text),
  sign_again: 1 as const,
  created_at: 1_000,
};
const signature = {
  id: 'g1',
  user_id: 'u1',
  signer: 'u1',
  lineage_id: 'l1',
  dataset_name: 'Brain MRI',
  terms_version_id: 't1',
  sha256: sha256Of(text),
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  affiliation: 'Analytical Society',
  signed_at: 2_000,
  ip: '192.0.2.1',
};

describe('access.md "Terms as evidence", threats row 37: seals', () => {
  const { terms: sealTerms, signature: sealSignature, termsHold, signatureHolds } = seals('a key');
  const [sealedTerms, sealed] = [sealTerms(terms), sealSignature(signature)];

  test('hold for what was sealed, as the database gives it back', () => {
    expect(termsHold(sealedTerms)).toBe(true);
    expect(signatureHolds(sealed)).toBe(true);
    // PostgreSQL's bigints may be strings.
    expect(termsHold({ ...sealedTerms, version: '1' as never, created_at: '1000' as never })).toBe(true);
  });

  test('fail when any field differs', () => {
    for (const field of [...(Object.keys(terms) as (keyof typeof terms)[]), 'key_id', 'seal'] as const) {
      const other = typeof sealedTerms[field] === 'number' ? 7 : `${sealedTerms[field]}x`;
      expect(termsHold({ ...sealedTerms, [field]: other }), field).toBe(false);
    }
    for (const field of [
      ...(Object.keys(signature) as (keyof typeof signature)[]),
      'key_id',
      'seal',
    ] as const) {
      const other = typeof sealed[field] === 'number' ? 7 : `${sealed[field]}x`;
      expect(signatureHolds({ ...sealed, [field]: other }), field).toBe(
        field === 'ip' || field === 'user_id',
      );
    }
  });

  test('fail when text and hash are changed together, and under another key', () => {
    const forged = { ...sealedTerms, text: 'Anything.', sha256: sha256Of('Anything.') };
    expect(termsHold(forged)).toBe(false);
    const others = seals('another key');
    expect(others.termsHold(sealedTerms)).toBe(false);
    expect(others.signatureHolds(sealed)).toBe(false);
    expect(others.signatureHolds({ ...sealed, key_id: others.signature(signature).key_id })).toBe(false);
  });
});
