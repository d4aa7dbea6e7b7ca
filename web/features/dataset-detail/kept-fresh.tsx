import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { getDataset } from '../../../contract/catalogue.ts';
import type { Detail } from '../../../contract/render.ts';
import { getUserInfo } from '../../../contract/session.ts';
import { call } from '../../api/call.ts';
import { putAhead } from '../../reading/prefetched.ts';
import { showUser } from '../../session/user.ts';
import { keepFresh } from './keep-fresh.ts';

export interface KeptFreshProps extends Pick<Detail, 'dataset' | 'subsetList'> {
  /** Waits for the user's approval, rather than for files. */
  awaiting: boolean;
}

/**
 * While mounted, updates the page without a reload: files being ingested, checksums, and the links after an approval.
 * Renders nothing.
 */
export function KeptFresh({ dataset, subsetList, awaiting }: KeptFreshProps) {
  const { revalidate } = useRevalidator();
  const look = useEffectEvent(async () => {
    const unnoticed = { quiet: 'even expired', background: true } as const;
    const user = awaiting ? await call(getUserInfo, unnoticed) : undefined;
    const fresh = await call(getDataset, { params: { id: dataset.id }, ...unnoticed });
    // An expired session is reported by the token refresh; until then its links stay.
    const lost = dataset.downloadUrl !== undefined && fresh.dataset.downloadUrl === undefined;
    const isNews =
      JSON.stringify([fresh.dataset, fresh.subsetList]) !== JSON.stringify([dataset, subsetList]);
    if (!lost && isNews) {
      putAhead(dataset.id, fresh);
      await revalidate();
    }
    // Updates the links before the column's text.
    if (user && user.status !== 'pending') showUser(user);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each dataset is waited for anew
  useEffect(() => keepFresh(look), [dataset.id]);
  return null;
}
