import { getDataset } from '../../contract/catalogue.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { call } from '../api/call.ts';

type DatasetData = DataOf<typeof getDataset>;

/** Older data is asked for again, ms: it is fetched ahead for a click that follows. */
const FRESH = 10_000;

let ahead: { id: string; at: number; data: Promise<DatasetData> } | undefined;

const isAhead = (id: string): boolean => ahead?.id === id && Date.now() - ahead.at < FRESH;

/** Asks for what a dataset's page will show; one dataset at a time. */
export function fetchAhead(id: string): void {
  if (isAhead(id)) return;
  const data = call(getDataset, { params: { id }, quiet: true });
  const mine = { id, at: Date.now(), data };
  data.catch(() => {
    if (ahead === mine) ahead = undefined;
  });
  ahead = mine;
}

/** What somebody else has fetched: the next one who asks for that dataset gets it. */
export function putAhead(id: string, opened: DatasetData): void {
  ahead = { id, at: Date.now(), data: Promise.resolve(opened) };
}

/** What was fetched ahead for a dataset, once. */
export function takeFetchedAhead(id: string): Promise<DatasetData> | undefined {
  const found = isAhead(id) ? ahead?.data : undefined;
  ahead = undefined;
  return found;
}
