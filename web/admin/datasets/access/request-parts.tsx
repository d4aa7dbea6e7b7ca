import { Button, Group, Skeleton, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#texts';
import { tAdminRequests } from '#texts/admin-requests';
import type { AdminDataset } from '../../../../contract/dataset-admin.ts';
import { getReviewers } from '../../../../contract/request-review.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import styles from './access.module.css';
import { requestFormQuery, reviewersQuery } from './access.query.ts';
import { QuestionsForm } from './questions-form.tsx';
import { ReviewersForm } from './reviewers-form.tsx';

interface LoadedProps<Data> {
  asked: UseQueryResult<Data>;
  failed: string;
  children(data: Data): ReactNode;
}

/** A form begins with what is there now: the cache may be older. */
function Loaded<Data>({ asked, failed, children }: LoadedProps<Data>) {
  if (asked.data !== undefined && asked.isFetchedAfterMount) return children(asked.data);
  if (!asked.isError) return <Skeleton height={160} aria-busy />;
  return (
    <Group role="alert">
      <Text>{failed}</Text>
      <Button variant="default" onClick={() => void asked.refetch()}>
        {t.admin.table.retry}
      </Button>
    </Group>
  );
}

/** What belongs to the policy `request`: the lab's questions, and who decides. */
export function RequestParts({ dataset }: { dataset: AdminDataset }) {
  const { id, name } = dataset;
  const mayRead = useAllowed(toCall(getReviewers));
  const questions = useQuery({ ...requestFormQuery(id), staleTime: 0 });
  const reviewers = useQuery({ ...reviewersQuery(id), staleTime: 0, enabled: mayRead });
  return (
    <>
      <section className={styles.part}>
        <h3>{tAdminRequests.form.title}</h3>
        <Loaded asked={questions} failed={tAdminRequests.form.failed}>
          {(form) => <QuestionsForm datasetId={id} name={name} form={form} />}
        </Loaded>
      </section>
      {mayRead && (
        <section className={styles.part}>
          <h3>{tAdminRequests.reviewers.title}</h3>
          <Loaded asked={reviewers} failed={tAdminRequests.reviewers.failed}>
            {(now) => <ReviewersForm datasetId={id} name={name} reviewers={now.reviewers} />}
          </Loaded>
        </section>
      )}
    </>
  );
}
