import { t } from '#texts/reading';
import { tSpans } from '#texts/spans';
import { KeptFresh, type KeptFreshProps } from './kept-fresh.tsx';
import { PendingIntegrity, type PendingIntegrityProps } from './pending-integrity.tsx';
import { useReviewWait } from './use-review-wait.ts';

/** Of a page that waits: what brings the news, the place of a checksum, or how long an approval takes. */
export type WaitingProps =
  | { news: KeptFreshProps }
  | { integrity: PendingIntegrityProps }
  | { approval: true };

/** Look, "States": how long it usually takes, where that is known. */
function Approval() {
  const wait = useReviewWait();
  return wait === undefined ? t.detail.awaiting : `${t.detail.awaiting}, ${tSpans.wait.usually(wait)}`;
}

/** One component, for one piece of code. */
export function Waiting(props: WaitingProps) {
  if ('news' in props) return <KeptFresh {...props.news} />;
  if ('integrity' in props) return <PendingIntegrity {...props.integrity} />;
  return <Approval />;
}
