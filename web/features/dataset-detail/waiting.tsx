import { tDataset } from '#texts/dataset';
import { tSpans } from '#texts/spans';
import { KeptFresh, type KeptFreshProps } from './kept-fresh.tsx';
import { PendingIntegrity, type PendingIntegrityProps } from './pending-integrity.tsx';
import { StandingNotice, type StandingNoticeProps } from './standing-notice.tsx';
import { useRequestWait } from './use-request-wait.ts';
import { useReviewWait } from './use-review-wait.ts';

/** Parts of a waiting page: polling, the placeholder of a checksum, the wait for an approval or for a request, or the notice
 * about an account. */
export type WaitingProps =
  | { news: KeptFreshProps }
  | { integrity: PendingIntegrityProps }
  | { approval: true }
  | { asked: string }
  | { standing: StandingNoticeProps };

/** Look, "States": the median wait, if known. */
function Approval() {
  const wait = useReviewWait();
  return wait === undefined
    ? tDataset.access.awaiting
    : `${tDataset.access.awaiting}, ${tSpans.wait.usually(wait)}`;
}

/** The same of requests for a dataset. */
function Asked({ datasetId }: { datasetId: string }) {
  const wait = useRequestWait(datasetId);
  const { pending } = tDataset.request.step;
  return wait === undefined ? pending : `${pending}, ${tSpans.wait.usually(wait)}`;
}

/** One component, for one lazy chunk. */
export function Waiting(props: WaitingProps) {
  if ('news' in props) return <KeptFresh {...props.news} />;
  if ('integrity' in props) return <PendingIntegrity {...props.integrity} />;
  if ('asked' in props) return <Asked datasetId={props.asked} />;
  if ('standing' in props) return <StandingNotice {...props.standing} />;
  return <Approval />;
}
