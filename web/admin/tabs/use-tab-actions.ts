import { useNavigate } from 'react-router';
import { tTabs } from '#texts/tabs';
import { confirm } from '../../ui/mantine/confirm.ts';
import { type ClosingRequest, close } from './tab-list.ts';
import { forgetQueries, forgetShownQueries } from './tab-queries.ts';
import { closeTabs, pinned, refreshTab, stayHere } from './tab-store.ts';
import { letGo, unsavedPaths } from './unsaved-marks.ts';
import type { ShownTab } from './use-tabs.ts';

const words = tTabs.lose;

/** Asks before unsaved input is lost. Undefined: cancelled; else a function that revokes the consent. */
async function mayLose(
  tabs: readonly ShownTab[],
  body: (titles: string) => string,
): Promise<(() => void) | undefined> {
  const unsaved = tabs.filter(({ path }) => unsavedPaths().has(path));
  const sure =
    unsaved.length === 0 ||
    (await confirm({
      title: words.title,
      message: body(unsaved.map(({ title }) => title).join(', ')),
      confirmLabel: words.discard,
      cancelLabel: words.stay,
      danger: true,
    }));
  if (!sure) return undefined;
  const back = unsaved.map(({ path }) => letGo(path));
  return () => {
    for (const each of back) each();
  };
}

/** The tab bar's actions, §2. Closed and refreshed tabs lose their state. */
export function useTabActions(tabs: readonly ShownTab[], active: string) {
  const navigate = useNavigate();

  /** Returns whether they were closed. */
  async function closeThose(closing: ClosingRequest): Promise<boolean> {
    const { gone, goTo } = close(tabs, active, closing, pinned);
    const going = tabs.filter((tab) => gone.some(({ path }) => path === tab.path));
    const takeBack = await mayLose(going, words.closing);
    if (!takeBack) return false;
    closeTabs(going, active);
    if (goTo) await navigate(goTo.url);
    const stayed = goTo !== undefined && location.pathname !== goTo.path;
    if (stayed) {
      stayHere();
      takeBack();
    }
    for (const { path } of going) if (!stayed || path !== active) forgetQueries(path);
    return !stayed;
  }

  async function refresh(tab: ShownTab): Promise<void> {
    if (!(await mayLose([tab], words.refreshing))) return;
    forgetShownQueries(tab.path);
    refreshTab(tab.path);
    if (tab.path !== active) await navigate(tab.url);
  }

  return { closeThose, refresh };
}

export type TabActions = ReturnType<typeof useTabActions>;
