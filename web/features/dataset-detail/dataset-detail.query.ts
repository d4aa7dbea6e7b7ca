import type { LoaderFunctionArgs, ShouldRevalidateFunction } from 'react-router';
import { t } from '#texts/reading';
import { getDataset } from '../../../contract/catalogue.ts';
import type { Detail } from '../../../contract/render.ts';
import { call } from '../../api/call.ts';
import { type FailedLoad, failedBy } from '../../reading/failure.tsx';
import { pageDataOf } from '../../reading/page-data.ts';
import { takeFetchedAhead } from '../../reading/prefetched.ts';

export type DatasetData = Detail | FailedLoad;

/** Sent with the user's token, if any: then the response has an approved user's links. */
export async function loadDataset(args: LoaderFunctionArgs): Promise<DatasetData> {
  const page = pageDataOf(args);
  if (page) return page.detail ?? { failed: { code: 404, msg: t.detail.notFoundWhy } };
  try {
    const id = args.params.datasetId ?? '';
    // A failed prefetch is silent; it is loaded again here.
    const ahead = await takeFetchedAhead(id)?.catch(() => undefined);
    const { subsetList, ...rest } =
      ahead ?? (await call(getDataset, { params: { id }, signal: args.request.signal }));
    return { ...rest, subsetList, subsetCount: subsetList.length };
  } catch (error) {
    return failedBy(error);
  }
}

/** Another folder of the files is the file browser's own affair. */
export const revalidateDataset: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  defaultShouldRevalidate &&
  (currentUrl.search === nextUrl.search || currentUrl.pathname !== nextUrl.pathname);
