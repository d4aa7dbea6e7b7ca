/** What `{what} was not found.` may say. */
export const zhCNThings = {
  'This link was used meanwhile. An open one': '有效的链接，这一个刚刚已被使用',
  'This administrator': '此管理员',
  'This dataset': '此数据集',
  'This decision': '此决定',
  'This entry': '此条目',
  'This folder': '此文件夹',
  'This file': '此文件',
  'This institution': '此机构',
  'This invitation': '此邀请',
  'This invitation was used meanwhile. An open one': '有效的邀请，这一个刚刚已被使用',
  'This invitation was used, withdrawn or is too old. An open one': '有效的邀请，这一个已被使用、撤回或过期',
  'This job': '此任务',
  'This link': '此关联',
  'This mail': '此邮件',
  'This report': '此报告',
  'This part of the trash': '回收站中的这一项',
  'This set of terms': '这套条款',
  'This signature': '此签署',
  'This recall': '此召回',
  'This subset': '此子集',
  'This token': '此令牌',
  'This upload': '此上传',
  'This user': '此用户',
  'This version': '此版本',
} as const;

/** Values of other sentences that are words, not something that a person or a program has named. */
export const zhCNMessageWords = {
  // Enter …
  'a label': '标签',
  'a modality': '模态',
  'a name': '名称',
  'a short name': '简称',
  'a title': '标题',
  'a value': '值',
  'a version': '版本',
  'your family name': '您的姓',
  'your first name': '您的名',
  'your affiliation': '您的所属机构',
  'your name': '您的姓名',
  // This call takes no …
  body: '请求正文',
  'path values': '路径参数',
  query: '查询参数',
  // Statuses.
  approved: '已批准',
  draft: '草稿',
  expired: '已到期',
  needs_info: '待补充信息',
  pending: '待审核',
  published: '已发布',
  rejected: '已拒绝',
  suspended: '已暂停',
  withdrawn: '已撤回',
  // An object store that does not take a file.
  'does not answer': '没有响应',
  'is full': '已满',
  // A file that is not handed out.
  'A file of this download has changed on the disk since it was registered. It is not handed out.':
    '此下载中的某个文件在登记之后在磁盘上发生了变化。它不再提供下载。',
  'A file of this download is no longer on the disk where it was registered.':
    '此下载中的某个文件已不在登记时所在的磁盘上。',
  'A file of this download is damaged on the disk. It is not handed out.':
    '此下载中的某个文件在磁盘上已损坏。它不再提供下载。',
  // What makes a password easy to guess: the words of the estimate, which are a library's.
  'Straight rows of keys on your keyboard are easy to guess.': '键盘上成排的按键容易猜到。',
  'Short keyboard patterns are easy to guess.': '简短的键盘图案容易猜到。',
  'Repeated characters like "aaa" are easy to guess.': '像“aaa”这样重复的字符容易猜到。',
  'Repeated character patterns like "abcabcabc" are easy to guess.': '像“abcabcabc”这样重复的组合容易猜到。',
  'Common character sequences like "abc" are easy to guess.': '像“abc”这样常见的顺序容易猜到。',
  'Recent years are easy to guess.': '近年的年份容易猜到。',
  'Dates are easy to guess.': '日期容易猜到。',
  'This is a heavily used password.': '这是极其常用的密码。',
  'This is a frequently used password.': '这是非常常用的密码。',
  'This is a commonly used password.': '这是常用的密码。',
  'This is similar to a commonly used password.': '这与常用的密码相似。',
  'Single words are easy to guess.': '单个的词容易猜到。',
  'Single names or surnames are easy to guess.': '单个的名或姓容易猜到。',
  'Common names and surnames are easy to guess.': '常见的姓名容易猜到。',
  'There should not be any personal or page related data.': '不应包含与个人或页面有关的内容。',
  'Your password was exposed by a data breach on the Internet.': '您的密码已在互联网的数据泄露中暴露。',
  // The page of a download that failed.
  'Back to the catalogue': '返回目录',
} as const;
