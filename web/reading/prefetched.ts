import { getDataset } from '../../contract/catalogue.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { call } from '../api/call.ts';

type DatasetData = DataOf<typeof getDataset>;

/** ms that prefetched data stays valid: it is meant for a click that follows. */
const FRESH = 10_000;

let ahead: { id: string; at: number; data: Promise<DatasetData> } | undefined;

const isAhead = (id: string): boolean => ahead?.id === id && Date.now() - ahead.at < FRESH;

/** Prefetches a dataset page's data; one dataset at a time. */
export function fetchAhead(id: string): void {
  if (isAhead(id)) return;
  const data = call(getDataset, { params: { id }, quiet: true });
  const mine = { id, at: Date.now(), data };
  data.catch(() => {
    if (ahead === mine) ahead = undefined;
  });
  ahead = mine;
}

/** Stores data loaded elsewhere, for the next `takeFetchedAhead` of that dataset. */
export function putAhead(id: string, opened: DatasetData): void {
  ahead = { id, at: Date.now(), data: Promise.resolve(opened) };
}

/** The prefetched data of a dataset; removes it. */
export function takeFetchedAhead(id: string): Promise<DatasetData> | undefined {
  const found = isAhead(id) ? ahead?.data : undefined;
  ahead = undefined;
  return found;
}
