import type { tTabs as enTabs } from './en-tabs.ts';
import type { Translated } from './languages.ts';

/** The words of `en-tabs.ts` in simplified Chinese. */
export const tTabs = {
  literal: {
    refresh: '刷新当前标签',
    close: '关闭当前标签',
    closeOthers: '关闭其他标签',
    closeAll: '关闭所有标签',
  },
  corrected: {
    refresh: '刷新当前标签页',
    close: '关闭当前标签页',
    closeOthers: '关闭其他标签页',
    closeAll: '关闭所有标签页',
  },
  label: '打开的标签页',
  menu: '标签页菜单',
  menuOf: (title) => `${title}的菜单`,
  closeOne: (title) => `关闭${title}`,
  unsaved: '未保存',
  lose: {
    title: '放弃已输入的内容？',
    closing: (titles) => `尚未保存：${titles}。关闭标签页会丢失这些内容。`,
    refreshing: (titles) => `尚未保存：${titles}。刷新会丢失这些内容。`,
    discard: '放弃',
    stay: '保留标签页',
  },
} satisfies Translated<typeof enTabs>;
