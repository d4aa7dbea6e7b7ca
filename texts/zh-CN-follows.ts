import type { tFollows as english } from './en-follows.ts';
import type { Translated } from './languages.ts';

/** See en-follows.ts. */
export const tFollows: Translated<typeof english> = {
  title: '关注的数据集',
  intro: '有新版本发布、限期结束或某版本被撤回时，您会收到邮件：即时发送，或每周汇总一次。',
  none: '您还没有关注数据集',
  noneWhy: '每个数据集的页面上都有关注它的链接。',
  browse: '浏览数据集',
  failed: '无法加载您关注的数据集。',
  since: (day: string) => `自 ${day} 起关注`,
  gone: '目前不展示',
  pace: '邮件',
  paceOf: (name: string) => `关于“${name}”的邮件`,
  paces: { 'at once': '即时', weekly: '每周' },
  changed: (name: string) => `已更改“${name}”的设置`,
  end: '取消关注',
  endOf: (name: string) => `取消关注“${name}”`,
  ended: (name: string) => `您已不再关注“${name}”`,
  ask: {
    title: (name: string) => `关注“${name}”？`,
    failed: '无法加载此数据集。',
    follow: '关注',
    back: '返回数据集',
    done: (name: string) => `您已关注“${name}”。`,
  },
  link: {
    title: '停止此类邮件',
    body: '您将不再收到带您来到此页的这类邮件。您的账号和下载不受影响。',
    stop: '停止此类邮件',
    noToken: '此链接不完整。请从邮件中完整复制，或在您的账号页面取消关注。',
    account: '前往我的账号',
    done: (names: string) => `您已不再关注：${names}。`,
    doneBefore: '此前已经停止：不会再发送邮件。',
    and: '、',
  },
};
