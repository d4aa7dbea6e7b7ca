import { Button, Drawer, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { tRecalls as words } from '#texts/recalls';
import type { DataOf } from '../../../../contract/endpoint.ts';
import type { getRecall } from '../../../../contract/recalls.ts';
import { sendRecall, takeDownNotice } from '../../../../contract/recalls.ts';
import { formatSizeShort, shortHash } from '../../../ui/format.ts';
import { Time, TimeIn } from '../../../ui/mantine/time.tsx';
import { useOnTop } from '../../../ui/mantine/use-on-top.ts';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { filesOfRecall } from './recall-columns.tsx';
import { RecallPeople } from './recall-people.tsx';
import styles from './recalls.module.css';
import { recallQuery, titleOfRecall } from './recalls.query.ts';
import { SendRecall } from './send-recall.tsx';
import { TakeDownNotice } from './take-down-notice.tsx';

type Shown = DataOf<typeof getRecall>;

/** One recall: a draft with its preview and message, or what became of one that was sent. */
export function RecallDrawer({ id, onClose }: { id: string | undefined; onClose(): void }) {
  const { data, isError, refetch } = useQuery({ ...recallQuery(id ?? ''), enabled: id !== undefined });
  const recall = id === undefined ? undefined : data;
  return (
    <Drawer
      {...useOnTop(id !== undefined)}
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={720}
      title={recall ? words.titleOf(titleOfRecall(recall)) : words.open}
      // What was typed is not lost by a click beside it.
      closeOnClickOutside={recall?.status !== 'draft'}
    >
      {isError && !recall ? (
        <div role="alert">
          <Text size="sm">{words.failed}</Text>
          <Button size="sm" variant="default" mt="sm" onClick={() => void refetch()}>
            {words.retry}
          </Button>
        </div>
      ) : recall ? (
        <Content key={recall.id} recall={recall} onClose={onClose} />
      ) : (
        <Skeleton height={240} aria-busy />
      )}
    </Drawer>
  );
}

function Content({ recall, onClose }: { recall: Shown; onClose(): void }) {
  const isDraft = recall.status === 'draft';
  return (
    <>
      <Facts recall={recall} />
      <h3 className={styles.part}>{isDraft ? words.preview.title : words.preview.titleSent}</h3>
      <RecallPeople recall={recall} />
      {!isDraft && recall.noticeDownAt === null && (
        <Allowed {...toCall(takeDownNotice)}>
          <TakeDownNotice id={recall.id} />
        </Allowed>
      )}
      {isDraft && (
        <Allowed {...toCall(sendRecall)}>
          <h3 className={styles.part}>{words.send.title}</h3>
          <SendRecall recall={recall} onDropped={onClose} />
        </Allowed>
      )}
    </>
  );
}

function Facts({ recall }: { recall: Shown }) {
  const { kind, what, reason, correctedIn, sentAt, noticeDownAt, createdAt, by, files } = recall;
  const facts: [string, ReactNode][] = [
    [
      words.created,
      <Fragment key="created">
        <Time at={createdAt} />, {by}
      </Fragment>,
    ],
    [words.sent, sentAt && <Time key="sent" at={sentAt} />],
    [words.kind, kind && words.kindName[kind]],
    [words.send.changed, what],
    [words.send.reason, reason],
    [words.send.in, correctedIn?.version],
    [
      words.notice.label,
      sentAt &&
        (noticeDownAt === null ? (
          words.notice.there
        ) : (
          <TimeIn key="down" at={noticeDownAt} says={words.notice.down} />
        )),
    ],
    [words.files, filesOfRecall(recall)],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too */}
      <ul className={styles.files} aria-label={words.choose.chosen} tabIndex={0}>
        {files.map(({ path, sha256, size }) => (
          <li key={`${sha256} ${path}`}>
            <span className={styles.path}>{path}</span>
            <span className={styles.muted} title={`SHA-256 ${sha256}`}>
              {formatSizeShort(size)} · {shortHash(sha256)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
