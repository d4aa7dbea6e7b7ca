import { useEffect } from 'react';
import { setTitle } from '../session/title.ts';
import { useSetting } from './setting.ts';

/** §2: '{page title} - {app name}'; updated when the setting brings another app name. */
export function useTitle(title: string): void {
  const { name } = useSetting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` is stored before it is shown, and read from there
  useEffect(() => setTitle(title), [title, name]);
}
