import type { tDataset as enDataset } from './en-dataset.ts';
import type { Translated } from './languages.ts';

/** The words of `en-dataset.ts` in simplified Chinese. */
export const tDataset = {
  search: {
    label: '在数据列表中搜索',
    count: (found, all) => `共 ${all} 行，符合 ${found} 行`,
    none: '没有符合的行',
  },
  commands: {
    tool: '工具',
    copyFailed: '复制失败，请手动选取命令',
    note: '在存放文件的文件夹中打开终端并粘贴；若中断，再次粘贴即可继续。其中的链接仅供您本人使用，数天内有效，过期请在此重新获取。',
    pending: '校验和仍在计算：在它就绪之前，最后一步会失败。',
  },
  integrity: {
    pending: '尚未就绪',
    computed: '正在计算',
    ask: '立即计算',
  },
  cite: {
    open: '引用',
    title: '引用此数据集',
    format: '格式',
    given: '引用格式',
    apa: 'APA',
    copyRefused: '复制失败，请手动选取文本',
    save: '保存',
    undated: '无日期',
    kind: '数据集',
    version: '版本',
  },
  versions: {
    open: (count) => `版本（${count}）`,
    title: '此数据集的各个版本',
    newest: '最新',
    here: '当前页面',
    newer: '已有更新的版本：',
    changes: '改动内容',
    changesSince: (name) => `相对于 ${name}`,
    loading: '正在比较文件',
    failed: '无法比较这些版本',
    none: '没有新增、移除或改动的文件。',
    added: '新增',
    removed: '移除',
    changed: '改动',
    unsure: '大小相同，校验和尚未就绪',
    same: (count) => `${count} 个未变`,
    more: (count) => `另有 ${count} 个`,
  },
  print: {
    address: '网址',
    cite: '引用',
  },
  document: {
    tools: '文档工具',
    outline: '大纲',
    page: '页码',
    of: (pages) => `/ ${pages}`,
    zoomOut: '缩小',
    zoomIn: '放大',
    fit: '适合宽度',
    zoom: '缩放',
    pages: '文档各页',
  },
} as const satisfies Translated<typeof enDataset>;
