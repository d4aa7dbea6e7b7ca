/** The words of the back office's tab bar. */
export const tTabs = {
  /** §2, the right-click menu, to the letter. */
  literal: {
    refresh: 'refresh current tab',
    close: 'close current tab',
    closeOthers: 'close other tabs',
    closeAll: 'close all tabs',
  },
  /** The same in the wording "corrected". */
  corrected: {
    refresh: 'Refresh current tab',
    close: 'Close current tab',
    closeOthers: 'Close other tabs',
    closeAll: 'Close all tabs',
  },
  label: 'Open tabs',
  menu: 'Tab menu',
  menuOf: (title: string) => `Menu of ${title}`,
  closeOne: (title: string) => `Close ${title}`,
  unsaved: 'not saved',
  lose: {
    title: 'Discard what you have typed?',
    closing: (titles: string) => `Not saved yet: ${titles}. Closing the tab discards it.`,
    refreshing: (titles: string) => `Not saved yet: ${titles}. Refreshing discards it.`,
    discard: 'Discard',
    stay: 'Keep the tab',
  },
};
