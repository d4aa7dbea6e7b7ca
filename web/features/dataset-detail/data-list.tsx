import { en } from '../../../texts/en-reading.ts';
import { formatSize, plural } from '../../ui/format.ts';
import type { Access } from './access.ts';
import { CopyHash } from './copy-hash.tsx';
import classes from './data-list.module.css';
import { DownloadCell } from './download-cell.tsx';
import type { Row } from './rows.ts';
import { useReturnedTo } from './use-returned-to.ts';

interface Props {
  rows: readonly Row[];
  access: Access;
  datasetId: string;
}

/** Size, number of files and checksum, under the name: the columns stay the three that §2 names. */
function Measures({ row }: { row: Row }) {
  return (
    <div className={classes.measures}>
      <span>{formatSize(row.size)}</span>
      <span>{plural(row.fileCount, ...en.detail.file)}</span>
      <span>{row.sha256 ? <CopyHash sha256={row.sha256} of={row.name} /> : en.detail.checksumPending}</span>
    </div>
  );
}

/** §2: the table titled 'Data list'. On phones each row is a card, its cells named by `data-label`. */
export function DataList({ rows, access, datasetId }: Props) {
  const { dataList, dataName, desc, download } = en.literal;
  const returned = useReturnedTo();
  return (
    // The roles are said again, because a table shown as blocks loses them in some browsers.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table className={classes.table} role="table">
      <caption className={classes.caption}>{dataList}</caption>
      <thead className={classes.head} role="rowgroup">
        <tr role="row">
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
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr
            className={row.key === returned ? `${classes.row} ${classes.returned}` : classes.row}
            id={`row-${row.key}`}
            key={row.key}
            role="row"
          >
            <th className={classes.name} scope="row" role="rowheader">
              {row.name}
              <Measures row={row} />
            </th>
            <td className={classes.desc} data-label={desc} role="cell">
              {row.desc}
            </td>
            <td className={classes.download} data-label={download} role="cell">
              <DownloadCell row={row} access={access} datasetId={datasetId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
