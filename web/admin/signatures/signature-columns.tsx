import { t } from '#texts';
import { tAdminTerms } from '#texts/admin-terms';
import type { SignatureRow } from '../../../contract/terms.ts';
import type { Column } from '../../ui/mantine/table/column.ts';
import { Time } from '../../ui/mantine/time.tsx';
import { DocumentButtons } from './document-buttons.tsx';
import styles from './signatures.module.css';
import type { SignatureSort } from './signatures.query.ts';

const words = tAdminTerms.signatures;

/** Terms, datasets and affiliations wrap: cut off, those of one family look alike. */
export const signatureColumns: Column<SignatureRow, SignatureSort>[] = [
  {
    key: 'signedAt',
    header: words.signedAt,
    sort: 'signedAt',
    cell: ({ signedAt }) => (
      <div className={styles.signed}>
        <Time at={signedAt} />
      </div>
    ),
  },
  {
    key: 'name',
    header: words.name,
    sort: 'name',
    primary: true,
    long: true,
    cell: ({ name, email }) => (
      <>
        {name}
        <span className={styles.below}>{email}</span>
      </>
    ),
  },
  { key: 'affiliation', header: words.affiliation, cell: ({ affiliation }) => affiliation },
  {
    key: 'terms',
    header: words.terms,
    sort: 'title',
    cell: ({ title, version }) => (
      <div className={styles.wraps}>
        {title}
        <span className={styles.below}>{words.version(version)}</span>
      </div>
    ),
  },
  {
    key: 'dataset',
    header: words.dataset,
    sort: 'datasetName',
    cell: ({ datasetName }) => <div className={styles.wraps}>{datasetName}</div>,
  },
  {
    key: 'documents',
    header: t.admin.table.actions,
    actions: true,
    cell: (signature) => <DocumentButtons signature={signature} />,
  },
];
