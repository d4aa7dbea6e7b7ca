import type { LoaderFunctionArgs } from 'react-router';
import { type Dataset, getDataset, type Subset } from '../../../contract/catalogue.ts';
import type { Setting } from '../../../contract/setting.ts';
import { call } from '../../api/call.ts';
import { type Failed, failedBy } from '../../reading/failure.tsx';
import { loadSetting } from '../../reading/setting.ts';

export type DatasetData = { dataset: Dataset; subsetList: Subset[]; setting: Setting } | Failed;

/** With the user's token where there is one: then an approved user's links are in the answer. */
export async function loadDataset({ params, request }: LoaderFunctionArgs): Promise<DatasetData> {
  try {
    const asked = call(getDataset, {
      params: { id: params.datasetId ?? '' },
      signal: request.signal,
      quiet: true,
    });
    const [answer, setting] = await Promise.all([asked, loadSetting()]);
    return { ...answer, setting };
  } catch (error) {
    return failedBy(error);
  }
}
