import { Anchor, Button } from '@mantine/core';
import { tAccount } from '#texts/account';
import { tGroups } from '#texts/groups';
import { tRequests } from '#texts/requests';
import { listOwnRequests } from '../../../../contract/requests.ts';
import { call, type DataOf } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { formatDay } from '../../../ui/format.ts';
import styles from '../../../ui/row-list.module.css';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Empty } from './empty.tsx';
import { Section } from './section.tsx';

const section = tAccount.own.requests;
const { own: words, status: names } = tRequests;
type Row = DataOf<typeof listOwnRequests>[number];

const load = (signal: AbortSignal) => call(listOwnRequests, { signal });

function Item({ row }: { row: Row }) {
  const { datasetId, datasetName, status, reason, submittedAt, reviewedAt, grantedUntil, askedBy } = row;
  const action = words.open[status];
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name}>
          {datasetId === null ? (
            datasetName
          ) : (
            <Anchor href={paths.datasetDetail(datasetId)} inherit>
              {datasetName}
            </Anchor>
          )}
        </p>
        <p className={styles.facts}>
          <span>{names[status]}</span>
          {askedBy !== null && <span>{tGroups.own(askedBy)}</span>}
          {status === 'granted' && grantedUntil !== null && (
            <span>{words.until(formatDay(grantedUntil))}</span>
          )}
          {submittedAt !== null && <span>{words.submitted(formatDay(submittedAt))}</span>}
          {reviewedAt !== null && status !== 'pending' && <span>{words.decided(formatDay(reviewedAt))}</span>}
        </p>
        {reason !== null && status !== 'pending' && <p className={styles.facts}>{reason}</p>}
      </div>
      {datasetId !== null && (
        <Button
          component="a"
          href={paths.datasetRequest(datasetId)}
          variant="default"
          size="xs"
          aria-label={words.of(action, datasetName)}
        >
          {action}
        </Button>
      )}
    </li>
  );
}

/** access.md, "Requests": what the person has asked for, and where it stands. */
export function Requests() {
  const requests = useLoaded(load);
  return (
    <Section id="requests" title={section.title}>
      <Region loaded={requests} failed={section.failed}>
        {(list) =>
          list.length === 0 ? (
            <Empty words={words} />
          ) : (
            <ul className={styles.list}>
              {list.map((row) => (
                <Item key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </Region>
    </Section>
  );
}
