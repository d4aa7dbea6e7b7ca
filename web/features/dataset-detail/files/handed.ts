import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import { applicationReturningTo, loginReturningTo, paths } from '../../../paths.ts';
import { formatUtcDay } from '../../../ui/format.ts';
import { type Access, isToSign, mayApply } from '../access.ts';
import { signWords } from '../signing/sign-button.tsx';
import type { Handed } from './file-row.tsx';
import type { Tree } from './use-files.ts';

const { access: words, request: requestWords } = tDataset;

/** What the rows' last cells lead to: for who may download the files, else the one next step. */
export function useHanded(access: Access, tree: Tree | null | undefined, datasetId: string): Handed {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const { ticket, release } = tree ?? {};
  return useMemo(() => {
    if (isToSign(access)) {
      return { kind: 'step', words: signWords(access.kind), sign: true };
    }
    if (access.kind === 'request') {
      const said = requestWords.row[access.standing];
      return access.standing === 'pending'
        ? { kind: 'step', words: said }
        : { kind: 'step', words: said, href: paths.datasetRequest(datasetId) };
    }
    if (ticket !== undefined && release) return { kind: 'links', ticket, release };
    if (access.kind === 'embargoed')
      return { kind: 'step', words: t.detail.from(formatUtcDay(access.until)) };
    if (access.kind === 'anonymous') {
      return { kind: 'step', words: t.reading.signIn, href: loginReturningTo(here), visitors: true };
    }
    if (mayApply(access)) return { kind: 'step', words: words.resubmit, href: applicationReturningTo(here) };
    const standing = {
      links: words.unavailable,
      loading: '',
      withdrawn: t.detail.withdrawn,
      awaiting: words.awaiting,
      unknown: words.unknown,
      suspended: words.suspended,
      expired: words.expired,
      rejected: words.rejected,
      'needs info': words.needsInfo,
    }[access.kind];
    return { kind: 'step', words: standing };
  }, [ticket, release, access, here, datasetId]);
}
