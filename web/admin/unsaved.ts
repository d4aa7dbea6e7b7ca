import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { en } from '../../texts/en.ts';
import { confirm } from '../ui/mantine/confirm.ts';

interface Words {
  title: string;
  body: string;
  leave: string;
  stay: string;
}

/** While `dirty`, leaving the page asks first; closing the window too, in the browser's own words. */
export function useUnsavedGuard(dirty: boolean, words: Words = en.admin.unsaved): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
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

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
}
