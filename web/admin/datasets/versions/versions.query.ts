import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AdminVersion,
  compareVersions,
  findFiles,
  listSharing,
  listVersions,
  previewPurgeFile,
} from '../../../../contract/dataset-versions.ts';
import { countFollowers } from '../../../../contract/follows.ts';
import { queryCall } from '../../../api/call.ts';

/** ms between refetches while a version waits to be frozen, or a file to be hashed. */
const WAITING_REFETCH = 2_000;

/** The lineage of a dataset, drafts too. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['versions', id],
    queryFn: ({ signal, client, queryKey }) => {
      // A refetch is no activity of the person (decisions §2).
      const background = client.getQueryData(queryKey) !== undefined;
      return queryCall(listVersions, { params: { id }, signal, background, quiet: background });
    },
    refetchInterval: ({ state }) =>
      state.data?.versions.some(({ freezing }) => freezing === 'pending') ? WAITING_REFETCH : false,
  });

/** How many people follow the dataset. */
export const followersQuery = (id: string) =>
  queryOptions({
    queryKey: ['followers', id],
    queryFn: ({ signal }) => queryCall(countFollowers, { params: { id }, signal, quiet: true }),
  });

/** The other versions that hold bytes of this one. */
export const sharingQuery = (id: string) =>
  queryOptions({
    queryKey: ['sharing', id],
    queryFn: ({ signal }) => queryCall(listSharing, { params: { id }, signal }),
    // What is removed for ever is decided by it.
    staleTime: 0,
  });

/** Files offered at a time by a part of their names. */
const OFFERED = 8;

/** The files of a version whose names hold a text. */
export const foundFilesQuery = (id: string, keyword: string) =>
  queryOptions({
    queryKey: ['found-files', id, keyword],
    queryFn: ({ signal }) =>
      queryCall(findFiles, { params: { id }, query: { keyword, pageSize: OFFERED }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** What purging a file would do. */
export const purgeFilePreviewQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: ['purge-file', id, path],
    queryFn: ({ signal }) =>
      queryCall(previewPurgeFile, { params: { id }, query: { path }, signal, quiet: true }),
    enabled: path !== '',
    // What is removed for ever is decided by it.
    staleTime: 0,
    retry: false,
  });

/** Rows of differences fetched at a time. */
const DIFFERENCES = 50;

/**
 * What differs between the files of a version and those of another, by its number. A draft's files may be on their way
 * from this very page, before the server knows of them.
 */
export const changesQuery = ({ id, status }: Pick<AdminVersion, 'id' | 'status'>, from: string) =>
  infiniteQueryOptions({
    queryKey: ['changes', id, from],
    queryFn: ({ pageParam, signal, client, queryKey }) =>
      queryCall(compareVersions, {
        params: { id },
        query: { from, pageIndex: pageParam, pageSize: DIFFERENCES },
        signal,
        background: client.getQueryData(queryKey) !== undefined,
        quiet: true,
      }),
    initialPageParam: 1,
    refetchInterval: ({ state }) =>
      status === 'draft' || state.data?.pages[0]?.coming ? WAITING_REFETCH : false,
    getNextPageParam: ({ pageIndex, pageSize, count }) =>
      pageIndex * pageSize < count ? pageIndex + 1 : undefined,
  });
