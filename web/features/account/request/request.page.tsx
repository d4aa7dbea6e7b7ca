import { Anchor } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { tGroups } from '#texts/groups';
import { tRequests as words } from '#texts/requests';
import type { DatasetAccess } from '../../../../contract/access.ts';
import { getDataset } from '../../../../contract/catalogue.ts';
import { getOwnRequest, type OwnRequest } from '../../../../contract/requests.ts';
import type { UserInfo } from '../../../../contract/session.ts';
import { CallError, call } from '../../../api/call.ts';
import { applicationReturningTo, paths } from '../../../paths.ts';
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

interface Asked {
  /** Of the dataset; undefined where it may not be seen. */
  name: string | undefined;
  access: DatasetAccess | undefined;
  /** Null for a dataset that asks for no request. */
  request: OwnRequest | null;
}

/** What is not there is no failure of the page: it says so. Everything else is shown in place, with Retry. */
const orNothing = (error: unknown): undefined => {
  if (error instanceof CallError && error.code === 404) return undefined;
  throw error;
};

async function load(datasetId: string, signal: AbortSignal): Promise<Asked> {
  const asked = { params: { id: datasetId }, signal, quiet: true };
  const [shown, request] = await Promise.all([
    call(getDataset, asked).catch(orNothing),
    call(getOwnRequest, asked).catch(orNothing),
  ]);
  return {
    name: shown && `${shown.dataset.name} ${shown.dataset.version}`,
    access: shown?.access,
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
      {isOpen ? words.waiting : words.closed}{' '}
      <a href={applicationReturningTo(paths.datasetRequest(datasetId))}>{words.standing}</a>
    </p>
  );
}

interface BodyProps {
  datasetId: string;
  user: UserInfo;
  asked: Asked;
  onSent(request: OwnRequest): void;
}

function Body({ datasetId, user, asked: { access, request }, onSent }: BodyProps) {
  if (!request) return <p className={styles.note}>{words.noForm}</p>;
  const { status, reason, timeline, mayAsk } = request;
  return (
    <div className={application.parts}>
      {wasSent(status) ? (
        <RequestStanding request={request} status={status} />
      ) : (
        <p className={styles.intro}>{words.intro}</p>
      )}
      <AccountNote user={user} request={request} datasetId={datasetId} />
      <AlsoSign datasetId={datasetId} access={access} />
      {mayAsk && <RequestForm datasetId={datasetId} request={request} user={user} onSent={onSent} />}
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
  onName(name: string): void;
}

function Page({ datasetId, user, onName }: PageProps) {
  const loaded = useLoaded(useCallback((signal: AbortSignal) => load(datasetId, signal), [datasetId]));
  const [sent, setSent] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  const name = loaded.data?.name;
  useEffect(() => {
    if (name !== undefined) onName(name);
  }, [name, onName]);
  useEffect(() => {
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
          />
        )}
      </Region>
    </div>
  );
}

/** access.md, "Requests": asks for access to a dataset, and shows where the request stands. */
export function Component() {
  const { datasetId = '' } = useParams();
  const [name, setName] = useState<string>();
  return (
    <AccountFrame title={name === undefined ? words.titleOf : words.title(name)}>
      <SignedInOnly>
        {(user) => <Page key={datasetId} datasetId={datasetId} user={user} onName={setName} />}
      </SignedInOnly>
    </AccountFrame>
  );
}
