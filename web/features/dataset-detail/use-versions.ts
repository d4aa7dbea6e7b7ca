import { useEffect, useState } from 'react';
import { type Dataset, listDatasets } from '../../../contract/catalogue.ts';
import { call } from '../../api/call.ts';
import { type Version, versionsOf } from './versions.ts';

/** The versions with the dataset's name, newest first; only its own until the catalogue is loaded, or without it. */
export function useVersions(dataset: Dataset): Version[] {
  const [catalogue, setCatalogue] = useState<Dataset[]>([]);
  useEffect(() => {
    const left = new AbortController();
    call(listDatasets, { quiet: true, background: true, signal: left.signal }).then(setCatalogue, () => {
      // The menu is optional: a failure is ignored.
    });
    return () => left.abort();
  }, []);
  return versionsOf(catalogue, dataset);
}
