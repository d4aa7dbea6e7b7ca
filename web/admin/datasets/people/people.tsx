import { Button, Group } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { t } from '#texts';
import { tAdminRequests } from '#texts/admin-requests';
import type { AdminDataset } from '../../../../contract/dataset-admin.ts';
import { type ListedRequest, listPeople } from '../../../../contract/request-review.ts';
import { CallError, queryCall } from '../../../api/call.ts';
import { formatDay } from '../../../ui/format.ts';
import rows from '../../../ui/row-list.module.css';
import { WhileOnline } from '../../access/while-online.tsx';
import forms from '../../layout/form.module.css';
import { personOf, requestKind } from '../../requests/request-kind.ts';
import { requestAddress } from '../../requests/requests.query.ts';
import { ReasonDialog } from '../../review/reason-dialog.tsx';
import { DrawerPart } from '../../review/review-drawer.tsx';
import { UntilDialog } from '../../review/until-dialog.tsx';
import { useReviewHandlers } from '../../review/use-review-handlers.ts';
import styles from './people.module.css';

const { people: words, panel, review, queue } = tAdminRequests;
const SIZE = 20;

/** Undefined for who is no reviewer of the dataset: the server answers as if it had no such list. */
const peopleQuery = (id: string, pageIndex: number) =>
  queryOptions({
    queryKey: ['people', id, pageIndex],
    queryFn: ({ signal }) =>
      queryCall(listPeople, {
        params: { id },
        query: { pageIndex, pageSize: SIZE },
        signal,
        quiet: true,
      }).catch((error: unknown) => {
        if (error instanceof CallError && error.code === 404) return null;
        throw error;
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** access.md: who has access to a dataset by a request, until when, and how it is ended. */
export function People({ dataset }: { dataset: AdminDataset }) {
  const [page, setPage] = useState(1);
  const asked = useQuery(peopleQuery(dataset.id, page));
  const desk = useReviewHandlers(requestKind);
  const last = Math.max(1, Math.ceil((asked.data?.count ?? 0) / SIZE));
  // The last page is empty once its people have lost their access.
  const isBeyond = asked.data != null && page > last;
  useEffect(() => {
    if (isBeyond) setPage(last);
  }, [isBeyond, last]);
  return (
    <DrawerPart asked={asked} failed={words.failed}>
      {(people) => {
        if (people === null) return <p className={forms.note}>{words.notYours}</p>;
        const { list, count } = people;
        if (count === 0) {
          return (
            <div className={styles.empty}>
              <p>
                <strong>{words.none}</strong>
              </p>
              <p>{words.noneHint}</p>
            </div>
          );
        }
        return (
          <>
            <p className={forms.note}>{words.intro}</p>
            <ul className={styles.list} aria-label={words.caption}>
              {list.map((row) => (
                <Person
                  key={row.id}
                  row={row}
                  onUntil={() => desk.handlers.onApproveUntil([row])}
                  onRevoke={() => desk.handlers.onDecide([row], 'ended')}
                />
              ))}
            </ul>
            {last > 1 && (
              <nav className={rows.pages} aria-label={words.pages}>
                <span role="status">{words.page(page, last)}</span>
                <Group gap="sm">
                  <Button variant="default" size="xs" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                    {words.previous}
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={page >= last}
                    onClick={() => setPage(page + 1)}
                  >
                    {words.next}
                  </Button>
                </Group>
              </nav>
            )}
            <ReasonDialog kind={requestKind} desk={desk} />
            <UntilDialog kind={requestKind} desk={desk} />
          </>
        );
      }}
    </DrawerPart>
  );
}

interface PersonProps {
  row: ListedRequest;
  onUntil(): void;
  onRevoke(): void;
}

function Person({ row, onUntil, onRevoke }: PersonProps) {
  const { id, email, affiliation, accountStatus, grantedUntil, reviewedAt } = row;
  const name = personOf(row);
  return (
    <li>
      <div className={styles.who}>
        <strong>{name}</strong>
        <span>
          {email} · {affiliation}
        </span>
        <span>
          {reviewedAt !== null && `${words.since(formatDay(reviewedAt))} · `}
          {grantedUntil === null ? panel.noEnd : words.until(formatDay(grantedUntil))}
          {accountStatus !== 'approved' && ` · ${queue.account(t.admin.users.statusName[accountStatus])}`}
        </span>
      </div>
      <Group gap="sm">
        <Link to={requestAddress(id)} aria-label={words.openOf(name)}>
          {words.open}
        </Link>
        <WhileOnline>
          <Button size="xs" variant="default" aria-label={`${review.changeEnd} ${name}`} onClick={onUntil}>
            {review.changeEnd}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`${review.action.ended} ${name}`}
            onClick={onRevoke}
          >
            {review.action.ended}
          </Button>
        </WhileOnline>
      </Group>
    </li>
  );
}
