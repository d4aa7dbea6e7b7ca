import type { ReactNode } from 'react';
import { useVisitor } from '../../session/user.ts';
import type { Access, ToSign } from './access.ts';
import { CommandLine } from './command-line.tsx';
import classes from './data-list.module.css';
import type { Commands } from './download-links.tsx';
import type { Row } from './rows.ts';
import { SigningPlace, useOpenAt } from './signing/signing-place.tsx';
import { useRestored } from './signing/use-restored.ts';

/** Over the full width, below the row that it hangs on. */
const Below = ({ id, children }: { id?: string; children: ReactNode }) => (
  // biome-ignore-start lint/a11y/noRedundantRoles: a table displayed as blocks loses its roles in some browsers
  <tr className={`${classes.row} ${classes.below}`} id={id} role="row">
    <td colSpan={3} role="cell">
      {children}
    </td>
  </tr>
  // biome-ignore-end lint/a11y/noRedundantRoles: see above
);

interface RowPanelsProps {
  row: Row;
  access: Access;
  datasetId: string;
  commands: Commands;
}

/** What a row's third column opens: the terms to sign, and the commands, which come with links alone. */
export function RowPanels({ row, access, datasetId, commands }: RowPanelsProps) {
  const at = { datasetId, place: row.key };
  const signing = useOpenAt(at);
  return (
    <>
      {signing && access.kind !== 'anonymous' && (
        <Below>
          <SigningPlace {...at} />
        </Below>
      )}
      {commands.open && access.kind === 'links' && (
        <Below id={commands.id}>
          <CommandLine row={row} />
        </Below>
      )}
    </>
  );
}

interface LeadPanelProps {
  datasetId: string;
  toSign: ToSign | null;
  className: string | undefined;
}

/** What the action column's button opens, beside it. */
export function LeadPanel({ datasetId, toSign, className }: LeadPanelProps) {
  const visitor = useVisitor();
  const userId = visitor.kind === 'signed in' ? visitor.user.id : undefined;
  useRestored(datasetId, toSign === null ? undefined : userId);
  const at = { datasetId, place: 'lead' };
  const signing = useOpenAt(at);
  return (
    signing &&
    userId !== undefined && (
      <div className={className}>
        <SigningPlace {...at} />
      </div>
    )
  );
}
