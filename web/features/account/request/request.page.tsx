import { Anchor } from '@mantine/core';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { tGroups } from '#texts/groups';
import { tRequests as words } from '#texts/requests';
import type { DatasetAccess } from '../../../../contract/access.ts';
import { getDataset } from '../../../../contract/catalogue.ts';
import { getOwnRequest, type OwnRequest } from '../../../../contract/requests.ts';
import type { UserInfo } from '../../../../contract/session.ts';
import { CallError, call } from '../../../api/call.ts';
import { applicationReturningTo, paths } from '../../../paths.ts';
import { formatUtcDay } from '../../../ui/format.ts';
import { AccountFrame } from '../account-frame.tsx';
import application from '../own/application.module.css';
import { Timeline } from '../own/timeline.tsx';
import { Region } from '../region.tsx';
import { SignedInOnly } from '../signed-in-only.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Group } from './group.tsx';
import styles from './request.module.css';
import { RequestForm } from './request-form.tsx';
import { RequestStanding } from './request-standing.tsx';
import { nameOfStep, wasSent } from './request-steps.ts';
import type { RequestValues } from './request-values.ts';
import { SentContent } from './sent-content.tsx';

interface Asked {
  /** Of the dataset; undefined where it may not be seen. */
  name: string | undefined;
  access: DatasetAccess | undefined;
  /** The day on which its embargo ends; undefined where there is none. */
  embargo: string | undefined;
  /** Null for a dataset that asks for no request. */
  request: OwnRequest | null;
}

/** What is not there is no failure of the page: it says so. Everything else is shown in place, with Retry. */
const orNothing = (error: unknown): undefined => {
  if (error instanceof CallError && error.code === 404) return undefined;
  throw error;
};

const embargoOf = (until: string | null): string | undefined =>
  until !== null && new Date().toISOString() < until ? until : undefined;

async function load(datasetId: string, signal: AbortSignal): Promise<Asked> {
  const asked = { params: { id: datasetId }, signal, quiet: true };
  const [shown, request] = await Promise.all([
    call(getDataset, asked).catch(orNothing),
    call(getOwnRequest, asked).catch(orNothing),
  ]);
  return {
    name: shown && `${shown.dataset.name} ${shown.dataset.version}`,
    access: shown?.access,
    embargo: embargoOf(shown?.dataset.embargoUntil ?? null),
    request: request ?? null,
  };
}

/** The terms that are to be signed as well, so that nobody waits twice. */
function AlsoSign({ datasetId, access }: { datasetId: string; access: DatasetAccess | undefined }) {
  if (!access?.terms || access.toSign === null) return null;
  const { title } = access.terms;
  return (
    <p className={styles.note}>
      {access.toSign === 'changed' ? words.terms.changed(title) : words.terms.sign(title)}{' '}
      <a href={paths.datasetDetail(datasetId)}>{words.terms.now}</a>
    </p>
  );
}

/** Of the account, which has to be approved as well. */
function AccountNote({
  user,
  request,
  datasetId,
}: {
  user: UserInfo;
  request: OwnRequest;
  datasetId: string;
}) {
  const isOpen = request.mayAsk || request.status === 'pending' || request.status === 'granted';
  if (user.status === 'approved' && isOpen) return null;
  return (
    <p className={styles.note}>
      {!isOpen ? words.closed : request.mayAsk ? words.waiting : words.waitingToo}{' '}
      <a href={applicationReturningTo(paths.datasetRequest(datasetId))}>{words.standing}</a>
    </p>
  );
}

interface BodyProps {
  datasetId: string;
  user: UserInfo;
  asked: Asked;
  onSent(request: OwnRequest): void;
  onLoaded(request: OwnRequest): void;
}

function Body({ datasetId, user, asked: { access, embargo, request }, onSent, onLoaded }: BodyProps) {
  const [again, setAgain] = useState<{ round: number; typed?: RequestValues }>({ round: 0 });
  if (!request) return <p className={styles.note}>{words.noForm}</p>;
  const { status, reason, timeline, mayAsk } = request;
  const isReady =
    user.status === 'approved' && access !== undefined && access.toSign === null && embargo === undefined;
  return (
    <div className={application.parts}>
      {wasSent(status) ? (
        <RequestStanding
          request={request}
          status={status}
          files={isReady ? paths.datasetDetail(datasetId) : undefined}
        />
      ) : (
        <p className={styles.intro}>{words.intro}</p>
      )}
      <AccountNote user={user} request={request} datasetId={datasetId} />
      {embargo !== undefined && <p className={styles.note}>{words.embargo(formatUtcDay(embargo))}</p>}
      <AlsoSign datasetId={datasetId} access={access} />
      {mayAsk && (
        <RequestForm
          key={again.round}
          datasetId={datasetId}
          request={request}
          user={user}
          typed={again.typed}
          onSent={onSent}
          onAgain={async (typed) => {
            onLoaded(await call(getOwnRequest, { params: { id: datasetId } }));
            setAgain(({ round }) => ({ round: round + 1, typed }));
          }}
        />
      )}
      {(status === 'pending' || status === 'granted') && <SentContent request={request} />}
      {wasSent(status) ? (
        // What may be asked depends on where the request stands.
        <Group key={status} datasetId={datasetId} user={user} />
      ) : (
        mayAsk && <p className={styles.quiet}>{tGroups.later}</p>
      )}
      <Timeline steps={timeline} nameOf={nameOfStep} said={status === 'pending' ? null : reason} />
    </div>
  );
}

interface PageProps {
  datasetId: string;
  user: UserInfo;
  onTitle(title: string): void;
}

function Page({ datasetId, user, onTitle }: PageProps) {
  const loaded = useLoaded(useCallback((signal: AbortSignal) => load(datasetId, signal), [datasetId]));
  const [sent, setSent] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  const { name, request } = loaded.data ?? {};
  const isSent = request ? wasSent(request.status) : false;
  useEffect(() => {
    if (name !== undefined) onTitle((isSent ? words.titleSent : words.title)(name));
  }, [name, isSent, onTitle]);
  useLayoutEffect(() => {
    if (sent) note.current?.focus();
  }, [sent]);
  return (
    <div className={styles.page}>
      <p>
        <Anchor href={paths.datasetDetail(datasetId)}>{words.back}</Anchor>
      </p>
      {sent && (
        <p className={application.sent} role="status" tabIndex={-1} ref={note}>
          {words.sent}
        </p>
      )}
      <Region loaded={loaded} failed={words.failed} lines={8}>
        {(asked) => (
          <Body
            datasetId={datasetId}
            user={user}
            asked={asked}
            onSent={(request) => {
              loaded.set({ ...asked, request });
              setSent(true);
            }}
            onLoaded={(request) => loaded.set({ ...asked, request })}
          />
        )}
      </Region>
    </div>
  );
}

/** access.md, "Requests": asks for access to a dataset, and shows where the request stands. */
export function Component() {
  const { datasetId = '' } = useParams();
  const [title, setTitle] = useState<string>(words.titleOf);
  return (
    <AccountFrame title={title} width="text">
      <SignedInOnly>
        {(user) => <Page key={datasetId} datasetId={datasetId} user={user} onTitle={setTitle} />}
      </SignedInOnly>
    </AccountFrame>
  );
}
