import type { HydrationState } from 'react-router';
import type { Detail } from '../../contract/render.ts';
import type { Setting } from '../../contract/setting.ts';
import { rootRoute } from './setting.ts';

export interface PageState extends HydrationState {
  setting: Setting;
  /** A long list was truncated. */
  partial: boolean;
}

const isCut = (data: unknown): boolean => {
  const { subsetList, subsetCount } = (data ?? {}) as Partial<Detail>;
  return subsetList !== undefined && subsetCount !== undefined && subsetList.length < subsetCount;
};

/** The state for hydration; undefined when the server sent the bare shell. */
export function readPageState(): PageState | undefined {
  const text = document.getElementById('page-state')?.textContent;
  if (!text) return undefined;
  const { loaderData } = JSON.parse(text) as { loaderData: Record<string, unknown> };
  const setting = loaderData[rootRoute] as Setting;
  return { loaderData, setting, partial: Object.values(loaderData).some(isCut) };
}
