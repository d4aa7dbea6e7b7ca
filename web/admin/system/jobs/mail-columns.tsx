import { Button } from '@mantine/core';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { type QueuedMail, resendMail } from '../../../../contract/jobs.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { StateWord } from '../../../ui/mantine/table/state-word.tsx';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { Failure } from './failure.tsx';
import styles from './jobs.module.css';
import type { Sort } from './jobs.query.ts';
import { createdColumn, triesColumn } from './tried-columns.tsx';

const words = tLists.mails;
const colors: Partial<Record<QueuedMail['state'], string>> = {
  failing: 'warn',
  givenUp: 'error',
};

/** The address is deleted some time after the mail was sent. */
export const recipientOf = ({ recipient }: QueuedMail): string => recipient || words.recipientRemoved;

export const mailColumns = (
  onResend: (mail: QueuedMail) => void,
  isBusy: (id: string) => boolean,
): Column<QueuedMail, Sort>[] => [
  {
    key: 'recipient',
    header: words.recipient,
    primary: true,
    long: true,
    cell: recipientOf,
  },
  { key: 'about', header: words.about, cell: ({ about }) => words.aboutName[about] },
  {
    key: 'state',
    header: words.state,
    cell: ({ state }) => <StateWord color={colors[state]}>{words.stateName[state]}</StateWord>,
  },
  triesColumn(words.tries),
  createdColumn(words.created),
  {
    key: 'error',
    header: words.error,
    long: true,
    cell: ({ note, state, canResend }) =>
      note === '' ? (
        '–'
      ) : (
        <div>
          <Failure note={note} />
          {state === 'givenUp' && !canResend && <span className={styles.below}>{words.gone}</span>}
        </div>
      ),
  },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (mail) =>
      mail.canResend && (
        <Allowed {...toCall(resendMail)}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.resendOf(mail.recipient)}
            disabled={isBusy(mail.id)}
            onClick={() => onResend(mail)}
          >
            {words.resend}
          </Button>
        </Allowed>
      ),
  },
];
