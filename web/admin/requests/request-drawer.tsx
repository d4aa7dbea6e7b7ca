import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#texts';
import { tAdminRequests } from '#texts/admin-requests';
import { tReview } from '#texts/review';
import type { ListedRequest } from '../../../contract/request-review.ts';
import { Time } from '../../ui/mantine/time.tsx';
import { DecisionFoot } from '../review/decision-foot.tsx';
import styles from '../review/review.module.css';
import { DrawerPart, Facts, ReviewDrawer } from '../review/review-drawer.tsx';
import { ReviewTimeline } from '../review/review-timeline.tsx';
import { StatusWord } from '../review/status-word.tsx';
import type { ReviewHandlers } from '../review/use-review-handlers.ts';
import { vouchedFacts } from '../review/vouched-facts.ts';
import { type OneRequest, RequestAnswers } from './request-answers.tsx';
import { RequestGroup } from './request-group.tsx';
import { type RequestReview, requestKind } from './request-kind.ts';
import own from './requests.module.css';
import { requestQuery } from './requests.query.ts';

const { panel: words, queue } = tAdminRequests;
const { statusName } = requestKind.words;

interface Props {
  id: string | undefined;
  /** The requests of the page, to go on to. */
  requests: readonly ListedRequest[];
  onClose(): void;
  handlers: ReviewHandlers<RequestReview>;
}

/** One request: purpose, answers, files, timeline, and possible decisions. */
export function RequestDrawer({ id, requests, onClose, handlers }: Props) {
  const { data } = useQuery({ ...requestQuery(id ?? ''), enabled: id !== undefined });
  return (
    <ReviewDrawer
      kind={requestKind}
      id={id}
      rows={requests}
      title={data && requestKind.nameOf(data)}
      onClose={onClose}
      onGo={handlers.onDetails}
    >
      {(open) => <Loaded key={open} id={open} handlers={handlers} />}
    </ReviewDrawer>
  );
}

const Loaded = ({ id, handlers }: { id: string; handlers: ReviewHandlers<RequestReview> }) => (
  <DrawerPart asked={useQuery(requestQuery(id))} failed={words.failed}>
    {(request) => <Details request={request} handlers={handlers} />}
  </DrawerPart>
);

interface DetailsProps {
  request: OneRequest;
  handlers: ReviewHandlers<RequestReview>;
}

function Details({ request, handlers }: DetailsProps) {
  const { status, accountStatus, grantedUntil } = request;
  const facts: [string, ReactNode][] = [
    [queue.status, <StatusWord key="status" status={status} names={statusName} />],
    [queue.dataset, request.datasetName],
    [words.email, request.email],
    [queue.affiliation, request.affiliation],
    ...vouchedFacts(request.institutions),
    [words.accountStatus, t.admin.users.statusName[accountStatus]],
    [queue.sent, <Time key="sent" at={request.submittedAt} />],
    [words.reviewed, request.reviewedAt && <Time key="reviewed" at={request.reviewedAt} />],
    [words.reason, request.reason],
    [
      words.until,
      status === 'granted' && (grantedUntil === null ? words.noEnd : <Time key="until" at={grantedUntil} />),
    ],
  ];
  return (
    <>
      {accountStatus !== 'approved' && <p className={own.warning}>{words.notApproved}</p>}
      <h3 className={styles.purposeTitle}>{queue.purpose}</h3>
      <p className={styles.purpose}>{request.purpose}</p>
      <RequestAnswers request={request} />
      <RequestGroup request={request} onOpen={handlers.onDetails} />
      <Facts facts={facts} />
      <h3 className={styles.part}>{tReview.timeline}</h3>
      <div className={styles.timeline}>
        <ReviewTimeline
          steps={request.timeline}
          statusName={{ ...statusName, draft: words.draft }}
          began={words.began}
        />
      </div>
      <DecisionFoot kind={requestKind} row={request} handlers={handlers} />
    </>
  );
}
