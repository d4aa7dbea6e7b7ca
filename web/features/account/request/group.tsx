import { Button, Textarea } from '@mantine/core';
import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { tGroups as words } from '#texts/groups';
import { tRequests } from '#texts/requests';
import { askForOthers, getGroup, type Group as Joined } from '../../../../contract/groups.ts';
import { groupLimits } from '../../../../contract/request-limits.ts';
import type { UserInfo } from '../../../../contract/session.ts';
import { call } from '../../../api/call.ts';
import { formatDay } from '../../../ui/format.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import lists from '../../../ui/row-list.module.css';
import application from '../own/application.module.css';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import { addressesOf, checkAddresses, toLines } from './group-addresses.ts';
import styles from './request.module.css';

interface Props {
  datasetId: string;
  user: UserInfo;
}

function AskForm({ datasetId, user, onAsked }: Props & { onAsked(): void }) {
  const { form, field, problems, busy, onSubmit } = useCallForm({
    initial: { addresses: '' },
    draft: `group:${datasetId}:${user.id}`,
    check: ({ addresses }) => checkAddresses(addresses),
    async send({ addresses }) {
      const body = { addresses: addressesOf(addresses) };
      try {
        await call(askForOthers, { params: { id: datasetId }, body });
      } catch (error) {
        throw toLines(error, addresses);
      }
      form.setValues({ addresses: '' });
      onAsked();
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      <Textarea
        {...field('addresses')}
        label={words.addresses}
        description={words.addressesHint(groupLimits.addresses)}
        autoComplete="off"
        inputMode="email"
        spellCheck={false}
        autosize
        minRows={3}
        maxRows={12}
        size="md"
      />
      <div className={styles.foot}>
        <Button type="submit" size="md" variant="default" loading={busy}>
          {words.ask}
        </Button>
      </div>
    </form>
  );
}

function Seats({ seats }: Pick<Joined, 'seats'>) {
  if (seats.length === 0) return <p className={styles.quiet}>{words.none}</p>;
  return (
    <ul className={lists.list}>
      {seats.map(({ name, status, since }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and the list is never sorted anew
        <li className={lists.item} key={index}>
          <div className={lists.what}>
            <p className={lists.name}>{name}</p>
            <p className={lists.facts}>
              <span>{tRequests.status[status]}</span>
              {since !== null && <span>{words.since(formatDay(since))}</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Own({ datasetId, user, group }: Props & { group: Joined }) {
  const [asked, setAsked] = useState(0);
  const said = useRef<HTMLParagraphElement>(null);
  const title = useId();
  useLayoutEffect(() => {
    if (asked > 0) said.current?.focus();
  }, [asked]);
  const { askedBy, mayAsk, seats } = group;
  if (askedBy !== null) return <p className={styles.note}>{words.joined(askedBy)}</p>;
  if (!mayAsk && seats.length === 0)
    return user.status === 'pending' ? <p className={styles.note}>{words.waiting}</p> : null;
  return (
    <section className={styles.group} aria-labelledby={title}>
      <h2 className={styles.groupTitle} id={title}>
        {mayAsk ? words.title : words.seats}
      </h2>
      {mayAsk && (
        <>
          <p className={styles.intro}>
            {words.intro} {words.quiet}
          </p>
          {asked > 0 && (
            <p className={application.sent} role="status" tabIndex={-1} ref={said}>
              {words.asked}
            </p>
          )}
          {/* A form keeps its draft until it is sent: the next round has one of its own. */}
          <AskForm
            key={asked}
            datasetId={datasetId}
            user={user}
            onAsked={() => setAsked((count) => count + 1)}
          />
          <h3 className={styles.seats}>{words.seats}</h3>
        </>
      )}
      <Seats seats={seats} />
      {seats.length > 0 && <p className={styles.quiet}>{words.ended}</p>}
    </section>
  );
}

/** access.md, "Requests", Groups: who asked for the person, or whom the person asks for; of a request that was sent. */
export function Group({ datasetId, user }: Props) {
  const load = useCallback(
    (signal: AbortSignal) => call(getGroup, { params: { id: datasetId }, signal, quiet: true }),
    [datasetId],
  );
  const loaded = useLoaded(load);
  return (
    <Region loaded={loaded} failed={words.failed} lines={2}>
      {(group) => <Own datasetId={datasetId} user={user} group={group} />}
    </Region>
  );
}
