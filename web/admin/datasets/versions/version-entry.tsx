import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { tLists } from '#texts/lists';
import { tVersions as words } from '#texts/versions';
import type { AdminVersion } from '../../../../contract/dataset-versions.ts';
import { formatDay, formatSizeShort, plural, shortHash } from '../../../ui/format.ts';
import { Copyable } from './copyable.tsx';
import { VersionBadges } from './version-badges.tsx';
import styles from './versions.module.css';

interface Props {
  version: AdminVersion;
  /** Its permanent address; drafts have none. */
  permalink: string | undefined;
  isShown: boolean;
  actions: ReactNode;
  children?: ReactNode;
}

const factsOf = ({ size, fileCount, createdAt, publishedAt, frozenAt }: AdminVersion): string[] => [
  plural(fileCount, ...tLists.file),
  formatSizeShort(size),
  publishedAt === null ? words.draftOn(formatDay(createdAt)) : words.publishedOn(formatDay(publishedAt)),
  ...(frozenAt === null ? [] : [words.frozenOn(formatDay(frozenAt))]),
];

/** One version: what it is, what it holds, how it is cited. */
export function VersionEntry({ version, permalink, isShown, actions, children }: Props) {
  const { status, note, releaseHash, withdrawnReason } = version;
  return (
    <li className={styles.entry} aria-current={isShown || undefined}>
      <div className={styles.head}>
        <h3 className={styles.version}>{version.version}</h3>
        <VersionBadges version={version} />
        {isShown && <span className={styles.shown}>{words.shown}</span>}
        <span className={styles.actions}>{actions}</span>
      </div>
      {note !== '' && <p className={styles.note}>{note}</p>}
      <p className={styles.facts}>{factsOf(version).join(' · ')}</p>
      {version.freezing === 'pending' && <Text size="sm">{words.pendingHint}</Text>}
      {status === 'withdrawn' && (
        <Text size="sm">
          {withdrawnReason === '' ? words.withdrawnWithout : words.withdrawnBecause(withdrawnReason)}
        </Text>
      )}
      {!version.filesPurged && version.purgedFiles > 0 && (
        <Text size="sm">{words.filesGone(plural(version.purgedFiles, ...tLists.file))}</Text>
      )}
      {version.filesPurged && <Text size="sm">{words.purgedHint}</Text>}
      {(releaseHash !== null || permalink !== undefined) && (
        <dl className={styles.ids}>
          {releaseHash !== null && (
            <div>
              <dt>{words.releaseHash}</dt>
              <dd>
                <Copyable
                  text={releaseHash}
                  shown={shortHash(releaseHash)}
                  label={words.copyHash(version.version)}
                />
              </dd>
            </div>
          )}
          {permalink !== undefined && (
            <div>
              <dt>{words.permalink}</dt>
              <dd>
                <Copyable
                  text={permalink}
                  shown={new URL(permalink).pathname}
                  label={words.copyPermalink(version.version)}
                />
              </dd>
            </div>
          )}
        </dl>
      )}
      {children}
    </li>
  );
}
