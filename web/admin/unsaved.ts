import { useEffect } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { t } from '#texts';
import { confirm } from '../ui/mantine/confirm.ts';
import { useReportUnsaved } from '../ui/mantine/form/report-unsaved.ts';
import { useSettings } from './layout/settings/settings.ts';
import { isMarked } from './tabs/unsaved-marks.ts';

interface Words {
  title: string;
  body: string;
  leave: string;
  stay: string;
}

/**
 * While `dirty`, closing the page asks first, in the browser's own words, and so does closing its tab. Going to another
 * screen asks where no tab would keep this one.
 * @param always asks before any navigation, too: for content that is shown once only
 */
export function useUnsavedGuard(dirty: boolean, words: Words = t.admin.unsaved, always = false): void {
  const { tagsView } = useSettings();
  const { pathname } = useLocation();
  const form = useReportUnsaved(dirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      (always || !tagsView) &&
      currentLocation.pathname !== nextLocation.pathname &&
      isMarked(pathname, form),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: words.title,
      message: words.body,
      confirmLabel: words.leave,
      cancelLabel: words.stay,
      danger: true,
    }).then((sure) => (sure ? blocker.proceed() : blocker.reset()));
  }, [blocker, words]);
}
