import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import { tVersions as words } from '#texts/versions';
import type { AdminDataset } from '../../../../contract/dataset-admin.ts';
import { newVersion } from '../../../../contract/dataset-versions.ts';
import { formatCount } from '../../../ui/format.ts';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import type { Ask } from './asked.ts';
import { versionBefore } from './before.ts';
import { Copyable } from './copyable.tsx';
import { VersionActions } from './version-actions.tsx';
import { VersionChanges } from './version-changes.tsx';
import { VersionEntry } from './version-entry.tsx';
import styles from './versions.module.css';
import { followersQuery, versionsQuery } from './versions.query.ts';
import { WordsChanged } from './words-changed.tsx';

interface Props {
  dataset: AdminDataset;
  ask: Ask;
  /** Opens another version's drawer. */
  onOpen(id: string): void;
}

/** How many people are told of what happens here. */
function Followers({ datasetId }: { datasetId: string }) {
  const { data } = useQuery(followersQuery(datasetId));
  if (!data) return null;
  return (
    <p className={styles.followers}>
      {data.atOnce + data.weekly === 0
        ? words.noFollowers
        : words.followers(formatCount(data.atOnce + data.weekly), formatCount(data.weekly))}
    </p>
  );
}

/** All versions of a dataset's lineage, newest first: what each is, and what can be done with it. */
export function Versions({ dataset, ask, onOpen }: Props) {
  const { data, isError, refetch } = useQuery(versionsQuery(dataset.id));
  if (isError && !data)
    return (
      <Group role="alert">
        <Text>{words.failed}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          {t.admin.table.retry}
        </Button>
      </Group>
    );
  if (!data) return <Skeleton height={240} aria-busy />;
  const { slug, versions, frozenChanges } = data;
  const address = `${location.origin}/d/${encodeURIComponent(slug)}`;
  const hasPublic = versions.some(({ status }) => status !== 'draft');
  // The newest one without which there is something to publish.
  const draft = versions.find(({ status, fileCount }) => status === 'draft' && fileCount > 0);
  return (
    <>
      <div className={styles.top}>
        {hasPublic ? (
          <div>
            <span className={styles.label}>{words.newest}</span>
            <Copyable text={address} shown={new URL(address).pathname} label={words.copyNewest} />
          </div>
        ) : (
          <span />
        )}
        <Allowed {...toCall(newVersion)}>
          <Button
            variant={draft ? 'default' : 'filled'}
            onClick={() => ask({ what: 'newVersion', about: dataset })}
          >
            {words.make.action}
          </Button>
        </Allowed>
      </div>
      {hasPublic && <Followers datasetId={dataset.id} />}
      <ol className={styles.list} aria-label={words.listLabel}>
        {versions.map((version) => {
          const isShown = version.id === dataset.id;
          const before = versionBefore(versions, version);
          return (
            <VersionEntry
              key={version.id}
              version={version}
              permalink={
                version.status === 'draft' ? undefined : `${address}/${encodeURIComponent(version.version)}`
              }
              isShown={isShown}
              actions={
                <VersionActions
                  name={dataset.name}
                  version={version}
                  isShown={isShown}
                  isNext={version === draft}
                  ask={ask}
                  onOpen={onOpen}
                />
              }
            >
              {before && <VersionChanges version={version} before={before} opened={isShown} />}
              {isShown && <WordsChanged changes={frozenChanges} />}
            </VersionEntry>
          );
        })}
      </ol>
    </>
  );
}
