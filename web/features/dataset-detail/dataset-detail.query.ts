import type { LoaderFunctionArgs } from 'react-router';
import { t } from '#texts/reading';
import { getDataset } from '../../../contract/catalogue.ts';
import type { Detail } from '../../../contract/render.ts';
import { call } from '../../api/call.ts';
import { type FailedLoad, failedBy } from '../../reading/failure.tsx';
import { pageDataOf } from '../../reading/page-data.ts';
import { takeFetchedAhead } from '../../reading/prefetched.ts';

export type DatasetData = Detail | FailedLoad;

/** With the user's token where there is one: then an approved user's links are in the answer. */
export async function loadDataset(args: LoaderFunctionArgs): Promise<DatasetData> {
  const page = pageDataOf(args);
  if (page) return page.detail ?? { failed: { code: 404, msg: t.detail.notFoundWhy } };
  try {
    const id = args.params.datasetId ?? '';
    // Fetching ahead was nobody's wish: its failure is not told, but tried again.
    const ahead = await takeFetchedAhead(id)?.catch(() => undefined);
    const { subsetList, ...rest } =
      ahead ?? (await call(getDataset, { params: { id }, signal: args.request.signal }));
    return { ...rest, subsetList, subsetCount: subsetList.length };
  } catch (error) {
    return failedBy(error);
  }
}
