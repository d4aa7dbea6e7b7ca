import type { requestMails as english } from './en-request-mails.ts';
import type { Translated } from './languages.ts';

/** See en-request-mails.ts. */
export const requestMails: Translated<typeof english> = {
  decision: {
    granted: {
      subject: '您现在可以使用“{dataset}”：{site}',
      body: `{firstName}，您好：

您在 {site} 对“{dataset}”的使用申请已获批准。登录后，下载链接在该数据集的页面上：{page}
{until}`,
    },
    rejected: {
      subject: '您对“{dataset}”的使用申请未获批准',
      body: `{firstName}，您好：

您在 {site} 对“{dataset}”的使用申请未获批准。原因：

{reason}

您可以在该数据集的页面上修改申请并重新提交：{page}

您的全部申请：{account}
`,
    },
    needs_info: {
      subject: '您对“{dataset}”的使用申请需要补充信息',
      body: `{firstName}，您好：

在决定您在 {site} 对“{dataset}”的使用申请之前，我们还需要了解：

{reason}

请在该数据集的页面上回答，您的申请保留在那里，补充后即可重新提交：{page}

您的全部申请：{account}
`,
    },
    ended: {
      subject: '您对“{dataset}”的使用权限已被终止',
      body: `{firstName}，您好：

您在 {site} 对“{dataset}”的使用权限已被终止。原因：

{reason}

您可以在该数据集的页面上再次申请：{page}
`,
    },
  },
  /** To somebody who may have no account. */
  group: {
    subject: '{asker} 邀请您加入对“{dataset}”的使用申请（{site}）',
    body: `您好：

{asker}（{affiliation}）已向 {site} 申请使用数据集“{dataset}”，并希望您一同加入。加入后您无需再填写表格：为小组提交的内容对您同样有效。实验室会单独对您作出决定。

请在 {date} 之前接受或谢绝：

{link}

在您接受之前，没有人会得知您的任何信息。如果您谢绝，此申请不会再次邀请您。如果此邮件与您无关，请忽略。
`,
  },
  until: `
您的使用权限有效期至 {date}。到期前我们会提醒您。
`,
  end: {
    reminder: {
      subject: '您对“{dataset}”的使用权限将于 {date} 到期',
      body: `{firstName}，您好：

您在 {site} 对“{dataset}”的使用权限将于 {date} 到期。此后，其下载链接将失效。

如果您需要更长时间使用这些数据，可以在到期后立即在该数据集的页面上再次申请，您的申请保留在那里，可直接重新提交：{page}
`,
    },
    expired: {
      subject: '您对“{dataset}”的使用权限已到期',
      body: `{firstName}，您好：

您在 {site} 对“{dataset}”的使用权限已于 {date} 到期，其下载链接已失效。

如需继续使用，请在该数据集的页面上重新提交申请，表格已经填好：{page}
`,
    },
  },
};
