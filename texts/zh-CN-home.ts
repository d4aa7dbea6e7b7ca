import type { tHome as enHome } from './en-home.ts';
import type { Translated } from './languages.ts';

/** The words of `en-home.ts` in simplified Chinese. */
export const tHome = {
  searchLabel: '搜索数据集',
  searchPlaceholder: '名称、模态、作者或关键词',
  searchGo: '搜索',
  sort: '排序',
  bestMatch: '最佳匹配',
  sorts: {
    arranged: '默认顺序',
    newest: '最新优先',
    name: '按名称',
    downloads: '下载最多',
    size: '体积最大',
  },
  results: '搜索结果',
  matched: {
    keyword: (text) => `关键词：${text}`,
    author: (text) => `作者：${text}`,
    detail: () => '在简介中',
  },
  noneYet: '暂无数据集',
  noneYetWhy: '实验室尚未在此发布数据集，请稍后再来。',
  noMatch: '没有符合条件的数据集',
  noMatchWhy: '换个词试试，或清除搜索以查看全部数据集。',
  clearSearch: '清除搜索',
} as const satisfies Translated<typeof enHome>;
