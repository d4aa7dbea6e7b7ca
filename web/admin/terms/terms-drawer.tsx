import { Button, Drawer, Group, Skeleton, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { t } from '#texts';
import { tAdminTerms as words } from '#texts/admin-terms';
import type { OneTerms } from '../../../contract/terms.ts';
import { useOnTop } from '../../ui/mantine/use-on-top.ts';
import { OneTermsView } from './one-terms.tsx';
import styles from './terms.module.css';
import { newestOf, termsQuery } from './terms.query.ts';
import { type Leave, TermsForm } from './terms-form.tsx';
import type { TermsPanel } from './use-terms-panel.ts';

interface Props {
  panel: TermsPanel | undefined;
  setPanel(panel: TermsPanel | undefined, replace?: boolean): void;
}

/** Drawer to read, write and change terms. Closing it asks first while something is unsaved. */
export function TermsDrawer({ panel, setPanel }: Props) {
  const leave = useRef<Leave>(undefined);
  const id = panel && 'id' in panel ? panel.id : undefined;
  const { data } = useQuery({ ...termsQuery(id ?? ''), enabled: id !== undefined });
  const go = async (to: TermsPanel | undefined) => {
    if ((await leave.current?.()) === false) return;
    setPanel(to, true);
  };
  const title = data ? newestOf(data).title : '';
  return (
    <Drawer
      {...useOnTop(panel !== undefined)}
      opened={panel !== undefined}
      onClose={() => void go(undefined)}
      position="right"
      size="xl"
      title={panel && { new: words.list.write, open: title, edit: title && words.editOf(title) }[panel.kind]}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
      closeOnClickOutside={panel?.kind === 'open'}
    >
      {panel?.kind === 'new' && (
        <TermsForm
          leave={leave}
          onDone={(made) => setPanel({ kind: 'open', id: made }, true)}
          onCancel={() => void go(undefined)}
        />
      )}
      {panel?.kind === 'open' && (
        <OpenTerms
          key={panel.id}
          id={panel.id}
          onEdit={() => setPanel({ kind: 'edit', id: panel.id })}
          onClose={() => setPanel(undefined)}
        />
      )}
      {panel?.kind === 'edit' && (
        <EditTerms
          key={panel.id}
          id={panel.id}
          leave={leave}
          onDone={() => setPanel({ kind: 'open', id: panel.id }, true)}
          onCancel={() => void go({ kind: 'open', id: panel.id })}
        />
      )}
    </Drawer>
  );
}

function Loaded({
  asked,
  children,
}: {
  asked: UseQueryResult<OneTerms>;
  children(terms: OneTerms): ReactNode;
}) {
  if (asked.data) return children(asked.data);
  if (!asked.isError) return <Skeleton height={480} aria-busy />;
  return (
    <Group role="alert">
      <Text>{words.failed}</Text>
      <Button variant="default" onClick={() => void asked.refetch()}>
        {t.admin.table.retry}
      </Button>
    </Group>
  );
}

const OpenTerms = (props: { id: string; onEdit(): void; onClose(): void }) => (
  <Loaded asked={useQuery(termsQuery(props.id))}>
    {(terms) => <OneTermsView terms={terms} onEdit={props.onEdit} onDeleted={props.onClose} />}
  </Loaded>
);

type EditProps = { id: string } & Omit<Parameters<typeof TermsForm>[0], 'terms'>;

/** The form begins with what is there now: the cache may be older than what another administrator has written. */
function EditTerms({ id, ...form }: EditProps) {
  const asked = useQuery({ ...termsQuery(id), staleTime: 0 });
  if (!asked.isFetchedAfterMount) return <Skeleton height={480} aria-busy />;
  return <Loaded asked={asked}>{(terms) => <TermsForm terms={terms} {...form} />}</Loaded>;
}
