import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#texts';
import { tAdminTerms } from '#texts/admin-terms';
import { listSignatures, type TermsRow, updateTerms } from '../../../contract/terms.ts';
import { formatCount } from '../../ui/format.ts';
import type { Column } from '../../ui/mantine/table/column.ts';
import { Time } from '../../ui/mantine/time.tsx';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import type { TermsSort } from './page-of.ts';
import styles from './terms.module.css';
import { signaturesAddress } from './terms.query.ts';

const words = tAdminTerms.list;

export interface TermsHandlers {
  onOpen(id: string): void;
  onEdit(id: string): void;
}

/** How often a set was signed, which leads to the signatures. */
export function SignatureCount({ id, title, signatures }: Pick<TermsRow, 'id' | 'title' | 'signatures'>) {
  const mayRead = useAllowed(toCall(listSignatures));
  const count = formatCount(signatures);
  if (!mayRead || signatures === 0) return count;
  return (
    <Link to={signaturesAddress(id)} aria-label={words.signaturesOf(count, title)}>
      {count}
    </Link>
  );
}

export const termsColumns = ({ onOpen, onEdit }: TermsHandlers): Column<TermsRow, TermsSort>[] => [
  {
    key: 'title',
    header: words.title,
    sort: 'title',
    primary: true,
    long: true,
    cell: ({ id, title }) => (
      <div className={styles.title}>
        <button type="button" className={styles.open} onClick={() => onOpen(id)}>
          {title}
        </button>
      </div>
    ),
  },
  { key: 'version', header: words.version, numeric: true, cell: ({ version }) => formatCount(version) },
  {
    key: 'datasets',
    header: words.datasets,
    long: true,
    cell: ({ datasets }) =>
      datasets.length === 0 ? (
        <span className={styles.none}>{words.noDataset}</span>
      ) : (
        <span title={datasets.join('\n')}>{datasets.join(words.between)}</span>
      ),
  },
  {
    key: 'signatures',
    header: words.signatures,
    sort: 'signatures',
    numeric: true,
    cell: (row) => <SignatureCount {...row} />,
  },
  {
    key: 'createdAt',
    header: words.since,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Time at={createdAt} day />,
  },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: ({ id, title }) => (
      <Allowed {...toCall(updateTerms)}>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={tAdminTerms.editOf(title)}
            onClick={() => onEdit(id)}
          >
            {tAdminTerms.edit}
          </Button>
        </Group>
      </Allowed>
    ),
  },
];
