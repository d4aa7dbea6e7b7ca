import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { type Dataset, listDatasets } from '../../../contract/catalogue.ts';
import { call } from '../../api/call.ts';
import { type FailedLoad, failedBy } from '../../reading/failure.tsx';
import { pageDataOf } from '../../reading/page-data.ts';

export type HomeData = { datasets: Dataset[] } | FailedLoad;

export async function loadHome(args: LoaderFunctionArgs): Promise<HomeData> {
  const page = pageDataOf(args);
  if (page) return { datasets: page.datasets ?? [] };
  try {
    return { datasets: await call(listDatasets, { signal: args.request.signal }) };
  } catch (error) {
    return failedBy(error);
  }
}

/** The search runs on loaded data: a new `?q=` sends no request. */
export const revalidateHome = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => currentUrl.search === nextUrl.search && defaultShouldRevalidate;
