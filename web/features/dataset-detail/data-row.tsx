import { memo, useId, useState } from 'react';
import { t } from '#texts/reading';
import { useLiteral } from '../../reading/setting.ts';
import { formatSize, plural } from '../../ui/format.ts';
import type { Access } from './access.ts';
import { CopyHash } from './copy-hash.tsx';
import classes from './data-list.module.css';
import { DownloadCell } from './download-cell.tsx';
import type { Row } from './rows.ts';
import { transferTimes } from './transfer-times.ts';
import type { UserParts } from './user-parts.ts';

/** Look: transfer times of a large file. */
function Times({ size }: { size: number }) {
  const times = transferTimes(size);
  return times && <p className={classes.times}>{times}</p>;
}

/** Size, number of files and checksum, under the name: the columns stay the three that §2 names. */
function Measures({ row }: { row: Row }) {
  const { size, fileCount, sha256, state, name } = row;
  if (state === 'none') {
    return (
      <div className={classes.measures}>
        <span>{t.detail.noFiles}</span>
      </div>
    );
  }
  return (
    <div className={classes.measures}>
      <span>{formatSize(size)}</span>
      <span>{plural(fileCount, ...t.detail.file)}</span>
      {state !== 'withdrawn' && (sha256 !== null || state !== 'purged') && (
        <span>{sha256 ? <CopyHash sha256={sha256} of={name} /> : t.detail.checksumPending}</span>
      )}
    </div>
  );
}

interface Props {
  row: Row;
  access: Access;
  parts: UserParts | undefined;
  datasetId: string;
  /** The visitor has just returned to this row, from signing in. */
  returned: boolean;
  /** Row index in the table, from 1 (`aria-rowindex`). */
  index: number;
}

/** A row of the Data list and, opened from its third column, others over the full width. */
export const DataRow = memo(function DataRow({ row, access, parts, datasetId, returned, index }: Props) {
  const { desc, download } = useLiteral();
  const [open, setOpen] = useState(false);
  const commandsId = useId();
  const commands = { id: commandsId, open, toggle: () => setOpen(!open) };
  return (
    // Explicit roles: a table displayed as blocks loses them in some browsers.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <>
      <tr
        className={returned ? `${classes.row} ${classes.returned}` : classes.row}
        id={`row-${row.key}`}
        role="row"
        aria-rowindex={index}
      >
        <th className={classes.name} scope="row" role="rowheader">
          {row.name}
          <Measures row={row} />
          <Times size={row.size} />
        </th>
        <td className={classes.desc} data-label={desc} role="cell">
          {row.desc}
        </td>
        <td className={classes.download} data-label={download} role="cell">
          <DownloadCell row={row} access={access} parts={parts} datasetId={datasetId} commands={commands} />
        </td>
      </tr>
      {parts && <parts.RowPanels row={row} access={access} datasetId={datasetId} commands={commands} />}
    </>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
});
