import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '#texts/reading';
import { tReviewer } from '#texts/reviewer';
import { paths } from '../../paths.ts';
import { SiteFrame } from '../../reading/site-frame.tsx';
import { formatUtcDay } from '../../ui/format.ts';
import { State } from '../../ui/state.tsx';
import frame from '../account/account-frame.module.css';
import styles from './review.module.css';
import { ReviewedDataset } from './reviewed-dataset.tsx';
import { useReview } from './use-review.ts';

const words = tReviewer.guest;

/** Tells what a guest is, on top of everything that they look at. */
function Banner({ until, onLeave }: { until: string; onLeave(): void }) {
  return (
    <div className={styles.banner} role="note">
      <div>
        <p className={styles.as}>{words.asReviewer(formatUtcDay(until))}</p>
        <p className={styles.kept}>{words.kept}</p>
      </div>
      <Button variant="default" onClick={onLeave}>
        {words.leave}
      </Button>
    </div>
  );
}

/** access.md, "Reviewer link": the page that a link opens. Its guest sees one version, and no more. */
export function Component() {
  const { state, load, leave } = useReview();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state.kind !== 'opening') main.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [state.kind]);
  return (
    <SiteFrame>
      <main className={`${frame.main} ${frame.wide} ${styles.main}`} id="main" tabIndex={-1} ref={main}>
        {state.kind === 'opening' && (
          <>
            <h1 className={frame.title}>{words.title}</h1>
            <p className={frame.intro} role="status">
              {words.opening} …
            </p>
          </>
        )}
        {state.kind === 'open' && (
          <>
            <Banner until={state.visit.review.until} onLeave={() => void leave(state.visit.token)} />
            <ReviewedDataset {...state.visit} />
          </>
        )}
        {state.kind === 'closed' && (
          <State title={state.title} words={state.why} heading="h1">
            <Button component="a" href={paths.home} variant="default" size="md">
              {t.reading.backHome}
            </Button>
          </State>
        )}
        {state.kind === 'failed' && (
          <State title={words.failed} words={state.why} heading="h1" alert>
            <Button size="md" onClick={load}>
              {t.reading.retry}
            </Button>
          </State>
        )}
      </main>
    </SiteFrame>
  );
}
