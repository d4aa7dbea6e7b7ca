import { diffLines } from 'diff';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { ChangedLine, OwnSignature, signTerms, TermsToSign } from '../../../contract/signing.ts';
import type { Caller } from '../../auth/index.ts';
import { AppError, invalid, notFound } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';
import type { Terms } from '../../terms/index.ts';
import { fullName, type Signing, type SigningStore } from './signing.store.ts';

/** ms for a comparison: some texts of 50,000 characters would take seconds. */
const LONGEST_COMPARISON = 200;

/** The lines of two texts, and what differs; of texts that are too different, all of both. */
export function changedLines(before: string, after: string): ChangedLine[] {
  const linesOf = (text: string, kind: ChangedLine['kind']) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => ({ kind, text: line }));
  // The last line may lack its end in one text alone.
  const parts = diffLines(`${before}\n`, `${after}\n`, {
    timeout: LONGEST_COMPARISON,
    stripTrailingCr: true,
  });
  if (!parts) return [...linesOf(before, 'removed'), ...linesOf(after, 'added')];
  return parts.flatMap(({ value, added, removed }) =>
    linesOf(value, added ? 'added' : removed ? 'removed' : 'same'),
  );
}

/** Names are compared as people read them: letter case, spaces and forms of the same letter do not count. */
const comparable = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toUpperCase();

interface Dependencies {
  store: SigningStore;
  toSign: Terms['toSign'];
  htmlOf: (text: string) => Promise<string>;
  now: () => number;
}

/** What a dataset asks to sign, and signing it (access.md, "Terms as evidence"). */
export function signingService({ store, toSign, htmlOf, now }: Dependencies) {
  async function ownState(
    userId: string,
    lineageId: string,
    text: { id: string; terms_id: string; text: string },
  ) {
    const last = await store.lastSigned(userId, lineageId);
    if (!last) return { signed: null, changes: null };
    const holds = (await toSign(text.terms_id, lineageId, userId)) === null;
    return {
      signed: { version: Number(last.version), signedAt: iso(last.signed_at), holds },
      changes: last.id === text.id ? null : changedLines(last.text, text.text),
    };
  }

  return {
    /** @throws AppError 404 */
    async read(datasetId: string, caller: Caller): Promise<TermsToSign> {
      const found = await store.asked(datasetId);
      if (!found) throw notFound('This set of terms');
      const { lineageId, text } = found;
      const shown = {
        id: text.id,
        title: text.title,
        version: Number(text.version),
        text: text.text,
        html: await htmlOf(text.text),
        sha256: text.sha256,
      };
      if (caller.kind !== 'user') return { ...shown, name: null, signed: null, changes: null };
      const { firstName, familyName } = caller;
      return {
        ...shown,
        name: `${firstName} ${familyName}`,
        ...(await ownState(caller.id, lineageId, text)),
      };
    },

    /** @throws AppError 400 for another name, 403, 404, 409 */
    sign: (
      signing: Omit<Signing, 'terms'>,
      { terms, name }: BodyOf<typeof signTerms>,
      action: string,
    ): Promise<OwnSignature> =>
      store.sign({ ...signing, terms }, action, now(), (signer) => {
        if (signer.status === 'rejected') throw new AppError(403, 'Your application was not approved.');
        if (signer.status === 'suspended') throw new AppError(403, 'Your access is suspended.');
        const own = fullName(signer);
        if (comparable(name) !== comparable(own))
          throw invalid('name', `Type your name as your account has it: ${own}`);
      }),
  };
}

export type SigningService = ReturnType<typeof signingService>;
