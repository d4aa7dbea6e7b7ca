import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { t } from '#texts';
import { tAdminTerms } from '#texts/admin-terms';
import { deleteTerms, type OneTerms, updateTerms } from '../../../contract/terms.ts';
import { call } from '../../api/call.ts';
import { formatDay } from '../../ui/format.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import styles from './terms.module.css';
import { newestOf, useRefreshTerms } from './terms.query.ts';
import { SignatureCount } from './terms-columns.tsx';
import { TermsVersionEntry } from './terms-version.tsx';

const words = tAdminTerms.one;

interface Props {
  terms: OneTerms;
  onEdit(): void;
  onDeleted(): void;
}

/** One set of terms: who asks for it, how often it was signed, and each of its versions. */
export function OneTermsView({ terms, onEdit, onDeleted }: Props) {
  const { id, datasets, versions } = terms;
  const newest = newestOf(terms);
  const signatures = versions.reduce((sum, version) => sum + version.signatures, 0);
  return (
    <>
      <div className={styles.top}>
        <dl className={styles.facts}>
          <dt>{words.newest}</dt>
          <dd>{words.versionSince(newest.version, formatDay(newest.createdAt))}</dd>
          <dt>{tAdminTerms.list.signatures}</dt>
          <dd>
            <SignatureCount id={id} title={newest.title} signatures={signatures} />
          </dd>
          <dt>{tAdminTerms.list.datasets}</dt>
          <dd>{datasets.length === 0 ? tAdminTerms.list.noDataset : <Names names={datasets} />}</dd>
        </dl>
        <Allowed {...toCall(updateTerms)}>
          <Button onClick={onEdit}>{tAdminTerms.edit}</Button>
        </Allowed>
      </div>
      <ol className={styles.versions} aria-label={words.versions}>
        {versions.map((version) => (
          <TermsVersionEntry key={version.id} terms={terms} version={version} />
        ))}
      </ol>
      <Allowed {...toCall(deleteTerms)}>
        {datasets.length > 0 ? (
          <p className={styles.end}>{words.notDeletable}</p>
        ) : (
          <Delete id={id} title={newest.title} signatures={signatures} onDeleted={onDeleted} />
        )}
      </Allowed>
    </>
  );
}

const Names = ({ names }: { names: readonly string[] }) => (
  <ul className={styles.names}>
    {names.map((name) => (
      <li key={name}>{name}</li>
    ))}
  </ul>
);

interface DeleteProps {
  id: string;
  title: string;
  signatures: number;
  onDeleted(): void;
}

function Delete({ id, title, signatures, onDeleted }: DeleteProps) {
  const [busy, setBusy] = useState(false);
  const refresh = useRefreshTerms();
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: words.deleteTitle(title),
      message: signatures === 0 ? words.deleteUnsigned : words.deleteSigned(signatures),
      confirmLabel: words.delete,
      cancelLabel: t.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      await call(deleteTerms, { params: { id } });
      notifications.show({ color: 'ok', message: words.deleted(title) });
      onDeleted();
    } finally {
      setBusy(false);
      // A dataset may ask for them since they were read.
      await refresh();
    }
  };
  return (
    <div className={styles.end}>
      <Button
        variant="default"
        color="error"
        loading={busy}
        // Reported by §8's toast.
        onClick={() => void remove().catch(() => undefined)}
      >
        {words.deleteTerms}
      </Button>
    </div>
  );
}
