import { useEffect, useState } from 'react';
import { type Dataset, listDatasets } from '../../../contract/catalogue.ts';
import { call } from '../../api/call.ts';
import { type Version, versionsOf } from './versions.ts';

/** The versions of the dataset's name, newest first; only its own until the catalogue is there, or without it. */
export function useVersions(dataset: Dataset): Version[] {
  const [catalogue, setCatalogue] = useState<Dataset[]>([]);
  useEffect(() => {
    const left = new AbortController();
    call(listDatasets, { quiet: true, background: true, signal: left.signal }).then(setCatalogue, () => {
      // The page is whole without the menu.
    });
    return () => left.abort();
  }, []);
  return versionsOf(catalogue, dataset);
}
