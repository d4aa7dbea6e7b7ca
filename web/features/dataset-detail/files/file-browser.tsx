import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import type { Dataset } from '../../../../contract/catalogue.ts';
import type { FileEntry } from '../../../../contract/files.ts';
import {
  type FilesQuery,
  filesPerPage,
  filesSearch,
  readFilesQuery,
} from '../../../../contract/files-query.ts';
import type { VersionOf } from '../../../../contract/releases.ts';
import type { ShownFiles } from '../../../../contract/render.ts';
import { FailedPart } from '../../../reading/failed-part.tsx';
import { useVisitor } from '../../../session/user.ts';
import hidden from '../../../ui/hidden.module.css';
import { type Asks, accessOf } from '../access.ts';
import { SigningPlace } from '../signing/signing-place.tsx';
import { BrowserTools } from './browser-tools.tsx';
import classes from './file-browser.module.css';
import { FileRow } from './file-row.tsx';
import { FolderPath } from './folder-path.tsx';
import { useHanded } from './handed.ts';
import { NoFiles } from './no-files.tsx';
import { Pager } from './pager.tsx';
import { useFiles } from './use-files.ts';
import { useRoving } from './use-roving.ts';

export interface FileBrowserProps {
  dataset: Dataset;
  /** Of this reader. */
  asks: Asks;
  versions: readonly VersionOf[];
  /** As the server rendered them. */
  initial: ShownFiles | undefined;
}

const { files: words } = tDataset;

const parentOf = (folder: string): string => folder.slice(0, Math.max(0, folder.lastIndexOf('/')));

/** The query of the page's address, and going to another one; nothing jumps. */
function useFilesQuery() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => readFilesQuery(new URLSearchParams(search)), [search]);
  const go = useCallback(
    (to: FilesQuery, replace = false) =>
      void navigate({ search: filesSearch(to) }, { preventScrollReset: true, replace }),
    [navigate],
  );
  return { query, go };
}

/** Files that were chosen, by path; none in another version. */
function useChosen(datasetId: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, FileEntry>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another dataset has other files
  useEffect(() => setChosen(new Map()), [datasetId]);
  const choose = useCallback((entry: FileEntry, on: boolean) => {
    setChosen((before) => {
      const after = new Map(before);
      if (on) after.set(entry.path, entry);
      else after.delete(entry.path);
      return after;
    });
  }, []);
  const clear = useCallback(() => setChosen(new Map()), []);
  return { chosen, choose, clear };
}

/** Why there is no row, and the one way on. */
const NothingHere = ({ words: why, way, to }: { words: string; way: string; to: string }) => (
  <div className={classes.none}>
    <p role="status">{why}</p>
    <p>
      <Link to={to} preventScrollReset>
        {way}
      </Link>
    </p>
  </div>
);

/** releases.md, "Files": the files of a version, a folder and a page at a time; its place is in the address. */
export function FileBrowser({ dataset, asks, versions, initial }: FileBrowserProps) {
  const visitor = useVisitor();
  const { toSign, request } = asks;
  const access = useMemo(
    () => accessOf(dataset, visitor, { toSign, request }),
    [dataset, visitor, toSign, request],
  );
  const { query, go } = useFilesQuery();
  const who = visitor.kind === 'signed in' ? `${visitor.user.status} ${toSign} ${request}` : visitor.kind;
  const files = useFiles(dataset, query, initial, who);
  const { shown, loading } = files;
  const tree = shown?.tree;
  const { folder, find, page } = shown?.query ?? query;
  const handed = useHanded(access, tree, dataset.id);
  const { chosen, choose, clear } = useChosen(dataset.id);
  const pages = Math.max(1, Math.ceil((tree?.count ?? 0) / filesPerPage));

  const moved = useRef(false);
  const enter = (to: FilesQuery) => {
    moved.current = true;
    go(to);
  };
  const roving = useRoving(`${shown && filesSearch(shown.query)} ${handed.kind}`, {
    up: () => folder !== '' && enter({ folder: parentOf(folder), find: '', page: 1 }),
    turn: (by) => {
      const next = Math.min(Math.max(page + by, 1), pages);
      if (next !== page) enter({ folder, find, page: next });
    },
  });
  // After the keyboard's Enter on a folder, and the moves above, the focus is on the first row of what came. In a layout
  // effect: a later one could belong to the rows before the key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what was asked for is there
  useLayoutEffect(() => {
    if (!moved.current || loading) return;
    moved.current = false;
    roving.focusFirst();
  }, [shown, loading]);
  const onClick = ({ target, detail }: MouseEvent) => {
    // A click by Enter has no detail.
    if (detail === 0 && (target as Element).closest(`.${classes.folder}`)) moved.current = true;
  };

  if (!shown && files.failed === undefined) return <div className={classes.waiting} aria-busy="true" />;
  if (tree && (!tree.shown || tree.totals.files === 0)) {
    return (
      <>
        <NoFiles dataset={dataset} access={access} tree={tree} handed={handed} />
        <SigningPlace datasetId={dataset.id} place="files" />
      </>
    );
  }
  return (
    <div className={classes.browser}>
      <div className={classes.bar}>
        <FolderPath folder={folder} top={dataset.name} />
        <BrowserTools
          dataset={dataset}
          versions={versions}
          query={{ folder, find, page }}
          handed={handed}
          coming={access.kind === 'loading' || (access.kind === 'links' && loading)}
          chosen={chosen}
          onClear={clear}
          onFind={(sought) => go({ folder, find: sought, page: 1 }, find !== '')}
        />
      </div>
      <SigningPlace datasetId={dataset.id} place="files" />
      {files.failed !== undefined && <FailedPart words={files.failed} retry={files.retry} />}
      {tree === null ? (
        <NothingHere words={words.noFolder} way={words.showAll} to="?" />
      ) : tree?.list.length === 0 ? (
        <NothingHere
          words={tree.count > 0 ? words.noPage : words.noMatch(find)}
          way={tree.count > 0 ? words.firstPage : words.showAll}
          to={filesSearch({ folder, find: tree.count > 0 ? find : '', page: 1 }) || '?'}
        />
      ) : (
        tree && (
          <>
            {/* biome-ignore-start lint/a11y/noNoninteractiveElementToInteractiveRole: a table made a grid */}
            {/* biome-ignore-start lint/a11y/noRedundantRoles: a table shown as blocks loses its roles in some browsers */}
            <table
              className={classes.table}
              role="grid"
              ref={roving.grid}
              aria-label={words.title}
              aria-busy={loading}
              aria-rowcount={tree.count + 1}
              onFocus={roving.onFocus}
              onKeyDown={roving.onKeyDown}
              onClick={onClick}
              data-full={pages > 1 ? '' : undefined}
            >
              <thead className={classes.head} role="rowgroup">
                <tr role="row" aria-rowindex={1}>
                  <th role="columnheader" scope="col">
                    {words.name}
                  </th>
                  <th role="columnheader" scope="col" className={classes.size}>
                    {words.size}
                  </th>
                  <th role="columnheader" scope="col">
                    SHA-256
                  </th>
                  <th role="columnheader" scope="col" className={classes.get}>
                    {words.get}
                  </th>
                </tr>
              </thead>
              <tbody role="rowgroup">
                {tree.list.map((entry) => (
                  <FileRow
                    key={`${entry.type} ${entry.path}`}
                    datasetId={dataset.id}
                    entry={entry}
                    folder={folder}
                    handed={handed}
                    chosen={chosen.has(entry.path)}
                    onChoose={handed.kind === 'links' ? choose : undefined}
                  />
                ))}
              </tbody>
            </table>
            {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
            {/* biome-ignore-end lint/a11y/noNoninteractiveElementToInteractiveRole: see above */}
            <Pager query={{ folder, find, page }} count={tree.count} pages={pages} />
            <p className={hidden.hidden} role="status">
              {loading ? t.reading.loading : ''}
            </p>
          </>
        )
      )}
    </div>
  );
}
