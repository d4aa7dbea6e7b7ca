import { Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import { getApprovalPolicy } from '../../../../contract/approval-policy.ts';
import { queryCall } from '../../../api/call.ts';
import { paths, titleOf } from '../../../paths.ts';
import forms from '../../layout/form.module.css';
import { PageHead } from '../../layout/page-head.tsx';
import { ApprovalForm } from './approval-form.tsx';

const words = t.admin.approval;

const policyQuery = queryOptions({
  queryKey: ['approvalPolicy'],
  queryFn: ({ signal }) => queryCall(getApprovalPolicy, { signal }),
  // Always refetched on mount: the form keeps its input, and must not start from stale rules.
  staleTime: 0,
  gcTime: 0,
});

/** Decisions §3: the approval policy. */
export function Component() {
  const { data, isError, refetch } = useQuery(policyQuery);
  return (
    <>
      <div>
        <PageHead title={titleOf(paths.adminApproval)} />
        <p className={forms.note}>{words.intro}</p>
      </div>
      {data && <ApprovalForm policy={data} />}
      {!data && isError && (
        <div role="alert">
          <p className={forms.note}>{words.failed}</p>
          <Button variant="default" mt="sm" onClick={() => void refetch()}>
            {t.admin.table.retry}
          </Button>
        </div>
      )}
      {!data && !isError && <Skeleton height={480} maw={720} aria-busy />}
    </>
  );
}
