import { Anchor, Button, Group } from '@mantine/core';
import { useCallback, useState } from 'react';
import { tAccount } from '#texts/account';
import { listOwnDownloads } from '../../../../contract/own-account.ts';
import { call, type DataOf } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { formatSizeShort } from '../../../ui/format.ts';
import { Time } from '../../../ui/mantine/time.tsx';
import styles from '../../../ui/row-list.module.css';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Empty } from './empty.tsx';
import { Section } from './section.tsx';

const words = tAccount.own.downloads;
const pageSize = 10;
type Download = DataOf<typeof listOwnDownloads>['list'][number];

const howFar = ({ complete, bytesSent, totalBytes }: Download): string => {
  if (complete === true) return words.complete;
  if (complete === null) return words.unknown;
  return words.partly(Math.min(99, Math.floor((bytesSent / Math.max(1, totalBytes)) * 100)));
};

function Item({ download }: { download: Download }) {
  const { datasetId, datasetName, version, subsetPath, totalBytes, startedAt } = download;
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name}>
          <Anchor href={paths.datasetDetail(datasetId)} inherit>
            {datasetName} {version}
          </Anchor>
        </p>
        <p className={styles.facts}>{subsetPath}</p>
      </div>
      <div className={styles.number}>
        <p className={styles.facts}>
          <span>{formatSizeShort(totalBytes)}</span>
          <span>{howFar(download)}</span>
        </p>
        <p className={styles.facts}>
          <Time at={startedAt} />
        </p>
      </div>
    </li>
  );
}

interface PagesProps {
  page: number;
  last: number;
  go(page: number): void;
}

function Pages({ page, last, go }: PagesProps) {
  return (
    <nav className={styles.pages} aria-label={words.pages}>
      <span role="status">{words.page(page, last)}</span>
      <Group gap="sm">
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => go(page - 1)}>
          {words.previous}
        </Button>
        <Button variant="default" size="xs" disabled={page >= last} onClick={() => go(page + 1)}>
          {words.next}
        </Button>
      </Group>
    </nav>
  );
}

/** Look, "Account": downloads so far, the newest first. */
export function Downloads() {
  const [page, setPage] = useState(1);
  const load = useCallback(
    (signal: AbortSignal) => call(listOwnDownloads, { query: { pageIndex: page, pageSize }, signal }),
    [page],
  );
  const downloads = useLoaded(load);
  return (
    <Section id="downloads" title={words.title}>
      <Region loaded={downloads} failed={words.failed}>
        {({ list, count }) =>
          count === 0 ? (
            <Empty words={words}>
              <Anchor href={paths.home}>{words.browse}</Anchor>
            </Empty>
          ) : (
            <>
              <ul className={styles.list}>
                {list.map((download) => (
                  <Item key={download.id} download={download} />
                ))}
              </ul>
              {count > pageSize && <Pages page={page} last={Math.ceil(count / pageSize)} go={setPage} />}
            </>
          )
        }
      </Region>
    </Section>
  );
}
