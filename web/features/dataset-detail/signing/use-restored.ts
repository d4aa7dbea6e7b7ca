import { useEffect } from 'react';
import { readDraft } from '../../../session/drafts.ts';
import { draftKey, restoreSigning } from './signing.ts';

/**
 * Opens the panel with the name that was typed before the session ended, where it was typed; for who comes back from
 * signing in to a row, there.
 * @param userId undefined: there is nothing to sign
 */
export function useRestored(datasetId: string, userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    let here = true;
    void readDraft(draftKey(datasetId, userId)).then((draft) => {
      const { name, place, get, size } = draft ?? {};
      if (!here || !name || !place || !get) return;
      const there = place === 'lead' || place === 'notice' || place === 'files';
      const opener =
        there || document.getElementById(`row-${place}`)
          ? { place, get, size: size ? Number(size) : undefined }
          : { place: 'notice', get: 'notice' };
      restoreSigning(datasetId, { opener, name, leads: location.hash.startsWith('#row-') });
    });
    return () => {
      here = false;
    };
  }, [datasetId, userId]);
}
