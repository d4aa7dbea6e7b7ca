import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import { tAdminTerms } from '#texts/admin-terms';
import type { AdminDataset } from '../../../../contract/dataset-admin.ts';
import { listTerms } from '../../../../contract/terms.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { termsChoicesQuery } from '../../terms/terms.query.ts';
import { datasetAccessQuery } from './access.query.ts';
import { AccessForm } from './access-form.tsx';
import { ReviewerLinks } from './reviewer-links.tsx';

const words = tAdminTerms.dataset;

/** access.md: what all versions of a dataset ask for besides an approved account. */
export function DatasetAccess({ dataset }: { dataset: AdminDataset }) {
  const mayRead = useAllowed(toCall(listTerms));
  const access = useQuery({ ...datasetAccessQuery(dataset.id), staleTime: 0 });
  const choices = useQuery({ ...termsChoicesQuery, staleTime: 0, enabled: mayRead });
  const asked = mayRead ? [access, choices] : [access];
  const failed = asked.filter(({ data, isError }) => data === undefined && isError);
  if (failed.length > 0)
    return (
      <Group role="alert">
        <Text>{words.failed}</Text>
        <Button variant="default" onClick={() => failed.forEach(({ refetch }) => void refetch())}>
          {t.admin.table.retry}
        </Button>
      </Group>
    );
  if (!access.data || asked.some(({ isFetchedAfterMount }) => !isFetchedAfterMount))
    return <Skeleton height={240} aria-busy />;
  return (
    <>
      <AccessForm dataset={dataset} access={access.data} choices={choices.data} />
      <ReviewerLinks dataset={dataset} />
    </>
  );
}
