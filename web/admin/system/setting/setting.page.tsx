import { Anchor, Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from '#texts';
import { tSystem } from '#texts/system';
import { getSetting } from '../../../../contract/setting.ts';
import { queryCall } from '../../../api/call.ts';
import { paths, titleOf } from '../../../paths.ts';
import { useLate } from '../../../ui/mantine/table/use-late.ts';
import forms from '../../layout/form.module.css';
import { PageHead } from '../../layout/page-head.tsx';
import { Panel } from '../../layout/panel.tsx';
import styles from './setting.module.css';
import { SettingForm } from './setting-form.tsx';

const words = tSystem.setting;

const settingQuery = queryOptions({
  queryKey: ['setting', 'form'],
  queryFn: ({ signal }) => queryCall(getSetting, { signal }),
  // Always refetched on mount: the form keeps its input, and must not start from stale settings.
  staleTime: 0,
  gcTime: 0,
});

const elsewhere = [
  [paths.adminApproval, words.approvalLink],
  [paths.adminDict, words.dictLink],
  [paths.adminConfig, words.configLink],
] as const;

/** Decisions §7: the site's name, logo, footer and wording. */
export function Component() {
  const { data, isError, refetch } = useQuery(settingQuery);
  const late = useLate(!data && !isError);
  return (
    <>
      <div>
        <PageHead title={titleOf(paths.adminSetting)} />
        <p className={forms.note}>{words.intro}</p>
      </div>
      {data && <SettingForm setting={data} />}
      {!data && isError && (
        <div role="alert">
          <p className={forms.note}>{words.failed}</p>
          <Button variant="default" mt="sm" onClick={() => void refetch()}>
            {t.admin.table.retry}
          </Button>
        </div>
      )}
      {!data && !isError && late && <Skeleton height={640} maw={720} aria-busy />}
      <Panel title={words.elsewhere}>
        <ul className={styles.links}>
          {elsewhere.map(([path, label]) => (
            <li key={path}>
              <Anchor component={Link} to={path} inherit underline="always">
                {label}
              </Anchor>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
