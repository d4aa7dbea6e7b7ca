import { useEffect, useState } from 'react';
import type { Dataset } from '../../../../contract/catalogue.ts';
import type { DataOf } from '../../../../contract/endpoint.ts';
import { listFiles } from '../../../../contract/files.ts';
import { type FilesQuery, filesPerPage, filesSearch } from '../../../../contract/files-query.ts';
import type { ShownFiles } from '../../../../contract/render.ts';
import { CallError, call } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';

export type Tree = DataOf<typeof listFiles>;

export interface Files {
  /** What is shown: while another page is fetched, the former one. Undefined: nothing has come yet. */
  shown: ShownFiles | undefined;
  loading: boolean;
  /** Why the last page could not be fetched, for people. */
  failed: string | undefined;
  retry: () => void;
}

/**
 * The page of a dataset's files that the address names; fetched again when files come in.
 * @param initial what the server rendered, as every visitor sees it
 * @param who changes when the reader does: names and the ticket depend on it
 */
export function useFiles(
  { id, size, fileCount, sha256 }: Dataset,
  query: FilesQuery,
  initial: ShownFiles | undefined,
  who: string,
): Files {
  const keyOf = (asked: FilesQuery, reader: string) =>
    [id, size, fileCount, sha256, reader, filesSearch(asked)].join(' ');
  const wanted = keyOf(query, who);
  const [state, setState] = useState({
    // Rendered for the anonymous visitor.
    of: initial && keyOf(initial.query, 'anonymous'),
    shown: initial,
    failed: undefined as string | undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const { folder, find, page } = query;
  const there = state.of === wanted;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (there || who === 'loading') return;
    const left = new AbortController();
    const asked = { prefix: folder, keyword: find, pageIndex: page, pageSize: filesPerPage };
    const show = (tree: Tree | null) =>
      setState({ of: wanted, shown: { query: { folder, find, page }, tree }, failed: undefined });
    call(listFiles, { params: { id }, query: asked, signal: left.signal }).then(show, (error: unknown) => {
      if (left.signal.aborted) return;
      if (error instanceof CallError && error.code === 404) return show(null);
      const failed = error instanceof CallError ? failureWords(error) : String(error);
      setState((before) => ({ ...before, of: wanted, failed }));
    });
    return () => left.abort();
  }, [wanted, there, attempt]);

  return {
    shown: state.shown,
    loading: !there && who !== 'loading',
    failed: there ? state.failed : undefined,
    retry: () => {
      setState((before) => ({ ...before, of: undefined, failed: undefined }));
      setAttempt(attempt + 1);
    },
  };
}
