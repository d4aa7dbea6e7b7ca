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
  /** The user waits for approval, rather than the page for files. */
  awaiting: boolean;
}

/**
 * While it is there, what the page waits for comes without a reload: files that are coming in, checksums, and the links
 * of a user who is approved meanwhile. Draws nothing.
 */
export function KeptFresh({ dataset, subsetList, awaiting }: KeptFreshProps) {
  const { revalidate } = useRevalidator();
  const look = useEffectEvent(async () => {
    const unnoticed = { quiet: 'even expired', background: true } as const;
    const user = awaiting ? await call(getUserInfo, unnoticed) : undefined;
    const fresh = await call(getDataset, { params: { id: dataset.id }, ...unnoticed });
    // A session that has ended meanwhile is told about by whoever renews it; until then its links stay.
    const lost = dataset.downloadUrl !== undefined && fresh.dataset.downloadUrl === undefined;
    if (!lost && JSON.stringify(fresh) !== JSON.stringify({ dataset, subsetList })) {
      putAhead(dataset.id, fresh);
      await revalidate();
    }
    // The links are there before the column says that they are.
    if (user && user.status !== 'pending') showUser(user);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each dataset is waited for anew
  useEffect(() => keepFresh(look), [dataset.id]);
  return null;
}
