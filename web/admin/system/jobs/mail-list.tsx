import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { tLists } from '#texts/lists';
import { mailStates, type QueuedMail, resendMail } from '../../../../contract/jobs.ts';
import { call } from '../../../api/call.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../../ui/mantine/table/use-list.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { mailsQuery, mailsSpec } from './jobs.query.ts';
import { mailColumns, recipientOf } from './mail-columns.tsx';

const words = tLists.mails;

/** Unsent mails: waiting, failing and given up. */
export function MailList() {
  const list = useList(mailsSpec, mailsQuery);
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
    <ListScreen
      list={list}
      filters={
        <>
          <KeywordFilter list={list} name="keyword" label={words.keyword} placeholder={words.keywordHint} />
          <ChoiceFilter
            list={list}
            name="state"
            label={words.state}
            any={words.notSent}
            choices={mailStates}
            names={words.stateName}
          />
        </>
      }
      none={{ title: words.none, hint: words.noneHint }}
      caption={words.caption}
      columns={mailColumns(resend, work.isBusy)}
      idOf={({ id }) => id}
      nameOf={recipientOf}
      name="mails"
    />
  );
}
