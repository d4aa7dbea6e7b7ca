import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listAdminDatasets, updateDataset } from '../../../../contract/dataset-admin.ts';
import { listUsers } from '../../../../contract/user-review.ts';
import { queryCall } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed, usePermissions } from '../../access/use-allowed.ts';
import { useReviews } from '../../requests/use-reviews.ts';
import { screensFor } from '../menu.ts';
import { foundIn, inWords, searchScreens } from './search-screens.ts';

/** Of each kind but screens; more are in its list. */
const MOST = 5;
/** Pause in typing that is waited for, in ms. */
const PAUSE = 200;

const first = { pageIndex: 1, pageSize: MOST };

export interface Found {
  path: string;
  name: string;
  /** What tells it from one of the same name. */
  hint?: string;
}

export interface FoundGroup {
  kind: 'screens' | 'people' | 'datasets';
  found: readonly Found[];
}

const pathTo = (path: string, name: string, id: string) => `${path}?${new URLSearchParams({ [name]: id })}`;

interface Looked {
  found: readonly Found[];
  busy: boolean;
}

/** People by name, e-mail or affiliation; none before something is typed. */
function usePeople(keyword: string): Looked {
  const enabled = useAllowed(toCall(listUsers)) && keyword !== '';
  const { data, isFetching } = useQuery({
    queryKey: ['userSearch', keyword],
    queryFn: ({ signal }) => queryCall(listUsers, { query: { ...first, keyword }, signal }),
    enabled,
  });
  const found = data?.list.map(({ id, firstName, familyName, email }) => ({
    path: pathTo(paths.adminUserList, 'user', id),
    name: `${firstName} ${familyName}`,
    hint: email,
  }));
  return { found: (enabled && found) || [], busy: isFetching };
}

/** Datasets by name, path, keyword or author. Whoever may not change one is led to its files. */
function useDatasets(keyword: string): Looked {
  const enabled = useAllowed(toCall(listAdminDatasets)) && keyword !== '';
  const panel = useAllowed(toCall(updateDataset)) ? 'edit' : 'files';
  const { data, isFetching } = useQuery({
    queryKey: ['datasetSearch', keyword],
    queryFn: ({ signal }) => queryCall(listAdminDatasets, { query: { ...first, keyword }, signal }),
    enabled,
  });
  const found = data?.list.map(({ id, name, version, modalityName }) => ({
    path: pathTo(paths.adminDatasetList, panel, id),
    name: `${name} ${version}`,
    hint: modalityName,
  }));
  return { found: (enabled && found) || [], busy: isFetching };
}

/**
 * What a query finds: screens at once; after a pause, of people and datasets, what the administrator may read. What an
 * earlier query found is not shown meanwhile: Enter would lead to it.
 */
export function useFound(query: string): { groups: readonly FoundGroup[]; busy: boolean } {
  const permissions = usePermissions();
  const reviews = useReviews();
  const search = useMemo(
    () => searchScreens(foundIn(screensFor(permissions, reviews))),
    [permissions, reviews],
  );
  const typed = query.trim();
  const [paused] = useDebouncedValue(typed, PAUSE);
  const keyword = paused === typed ? typed : '';
  const people = usePeople(keyword);
  const datasets = useDatasets(keyword);
  const screens = search(query).map((screen) => ({ path: screen.path, name: inWords(screen) }));
  const groups: FoundGroup[] = [
    { kind: 'screens', found: screens },
    { kind: 'people', found: people.found },
    { kind: 'datasets', found: datasets.found },
  ];
  return {
    groups: groups.filter(({ found }) => found.length > 0),
    busy: paused !== typed || people.busy || datasets.busy,
  };
}
