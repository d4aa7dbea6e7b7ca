import { NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tLists } from '#texts/lists';
import { mailStates, type QueuedMail, resendMail } from '../../../../contract/jobs.ts';
import { call } from '../../../api/call.ts';
import { DataTable } from '../../../ui/mantine/table/data-table.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListRegion } from '../../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { useTablePage } from '../../../ui/mantine/table/use-table-page.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import styles from './jobs.module.css';
import { mailsQuery } from './jobs.query.ts';
import { mailColumns, recipientOf } from './mail-columns.tsx';

const words = tLists.mails;
const spec = { sorts: ['createdAt'], filters: ['state', 'keyword'], keeps: ['view'] } as const;

/** Mails that have not left, and those that never will by themselves. */
export function MailList() {
  const page = useTablePage(spec);
  const { state, keyword } = page.query.filters;
  const list = useQuery(mailsQuery(toCallQuery(page.query)));
  const client = useQueryClient();
  const work = useWork();

  const resend = (mail: QueuedMail) =>
    work.run(mail.id, async () => {
      await call(resendMail, { params: { id: mail.id } }).finally(() =>
        client.invalidateQueries({ queryKey: ['mails'] }),
      );
      notifications.show({ color: 'ok', message: words.resent(mail.recipient) });
    });

  return (
    <>
      <search className={styles.filters}>
        <KeywordFilter
          label={words.keyword}
          placeholder={words.keywordHint}
          value={keyword}
          onChange={(typed) => page.setFilters({ keyword: typed })}
        />
        <NativeSelect
          size="sm"
          label={words.state}
          value={mailStates.find((each) => each === state) ?? ''}
          onChange={(event) => page.setFilters({ state: event.currentTarget.value })}
          data={[
            { value: '', label: words.notSent },
            ...mailStates.map((each) => ({ value: each, label: words.stateName[each] })),
          ]}
        />
      </search>
      <ListRegion
        count={list.data?.count}
        failed={list.isError}
        retry={() => void list.refetch()}
        page={page}
        none={{ title: words.none, hint: words.noneHint }}
      >
        <DataTable
          caption={words.caption}
          columns={mailColumns(resend, work.isBusy)}
          rows={list.data?.list}
          idOf={({ id }) => id}
          nameOf={recipientOf}
          page={page}
          name="mails"
          busy={list.isPlaceholderData}
        />
      </ListRegion>
    </>
  );
}
