import { useId, useMemo, useRef, useState } from 'react';
import { useLiteral } from '../../reading/setting.ts';
import type { Access } from './access.ts';
import classes from './data-list.module.css';
import { DataSearch } from './data-search.tsx';
import { RowBlocks } from './row-blocks.tsx';
import type { Row } from './rows.ts';
import { useReturnedTo } from './use-returned-to.ts';
import type { UserParts } from './user-parts.ts';

interface Props {
  rows: readonly Row[];
  access: Access;
  parts: UserParts | undefined;
  datasetId: string;
}

/** Rows from which on there is a search field. */
const many = 20;

/** §2: the table titled 'Data list'. On phones each row is a card, its cells named by `data-label`. */
export function DataList({ rows, access, parts, datasetId }: Props) {
  const { dataList, dataName, desc, download } = useLiteral();
  const returned = useReturnedTo(rows.length);
  const titleId = useId();
  const [found, setFound] = useState<ReadonlySet<string>>();
  const table = useRef<HTMLTableElement>(null);
  const shown = useMemo(() => (found ? rows.filter(({ key }) => found.has(key)) : rows), [rows, found]);
  return (
    <div>
      <div className={classes.top}>
        <h2 id={titleId}>{dataList}</h2>
        {rows.length > many && <DataSearch rows={rows} onFound={setFound} />}
      </div>
      {/* Explicit roles: a table displayed as blocks loses them in some browsers. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table
        className={classes.table}
        ref={table}
        role="table"
        aria-labelledby={titleId}
        aria-rowcount={shown.length + 1}
      >
        <thead className={classes.head} role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th scope="col" role="columnheader">
              {dataName}
            </th>
            <th scope="col" role="columnheader">
              {desc}
            </th>
            <th scope="col" role="columnheader">
              {download}
            </th>
          </tr>
        </thead>
        <RowBlocks
          // A search result gets a new key, to be measured anew; rows added later to the first ones do not.
          key={found ? `${shown.length} ${shown[0]?.key} ${shown.at(-1)?.key}` : 'all'}
          rows={shown}
          table={table}
          access={access}
          parts={parts}
          datasetId={datasetId}
          returned={returned}
        />
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  );
}
