import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { type Dataset, listDatasets } from '../../../contract/catalogue.ts';
import type { Setting } from '../../../contract/setting.ts';
import { call } from '../../api/call.ts';
import { type Failed, failedBy } from '../../reading/failure.tsx';
import { loadSetting } from '../../reading/setting.ts';

export type HomeData = { datasets: Dataset[]; setting: Setting } | Failed;

export async function loadHome({ request }: LoaderFunctionArgs): Promise<HomeData> {
  try {
    const asked = call(listDatasets, { signal: request.signal, quiet: true });
    const [datasets, setting] = await Promise.all([asked, loadSetting()]);
    return { datasets, setting };
  } catch (error) {
    return failedBy(error);
  }
}

/** Search works on what is here already: a new `?q=` asks the server nothing. */
export const revalidateHome = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => currentUrl.search === nextUrl.search && defaultShouldRevalidate;
