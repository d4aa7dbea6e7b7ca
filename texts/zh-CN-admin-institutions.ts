import type { tAdminInstitutions as english } from './en-admin-institutions.ts';
import type { Translated } from './languages.ts';

/** See en-admin-institutions.ts. */
export const tAdminInstitutions = {
  intro: '除密码外，还可使用所属机构登录管理后台。',
  introOneFactor:
    '除密码外，还可使用所属机构登录管理后台。您在这里未开启两步验证，因此机构须自行要求第二步验证。',
  worksNoMore: '它已不再用于管理员登录。',
  unlinkBody: '您将不能再用它登录管理后台。现有会话不受影响。',
  password: '您的管理后台密码',
  codeMissing: '请输入验证码。',
  code: '还差一步',
  codeBody: (name) => `${name} 已确认您的身份。请再输入两步验证的验证码。`,
  linkBody: (who) => `今后您也可以用 ${who} 登录管理后台。请确认此管理员账号属于您。`,
  linked: (name) => `${name} 已关联`,
  linkedBody: '此登录身份已用于这里的一个管理员账号。每个身份只能用于一个账号。',
  notAsked: '此处没有人请求过这次关联',
  notAskedBody: (name) =>
    `可能是其他网页把您带到了这里，或者已超过 10 分钟。没有进行任何关联。如需关联 ${name}，请在管理后台您的姓名下点击相应按钮，并留在该标签页中。`,
  account: '前往我的账号',
  toSignIn: '管理后台登录',
  unknown: (name) => `${name} 在这里没有对应的管理员账号`,
  unknownBody: '此登录身份尚未关联。请先用密码登录，再在管理后台中点击您的姓名进行关联。',
  disabled: '此管理员账号已停用',
  disabledBody: '门户的所有者可以重新启用它。',
  oneFactor: '缺少第二步验证',
  oneFactorBody: (name) =>
    `${name} 没有要求第二步验证，而您在这里也未开启两步验证。请用密码登录并在您的姓名下开启，或请 ${name} 要求第二步验证。`,
  oneFactorLink: (name) =>
    `${name} 没有要求第二步验证，而您在这里也未开启两步验证。请先在上方开启，再重新关联 ${name}。`,
  understood: '知道了',
  done: (name) => `${name} 已关联。`,
} as const satisfies Translated<typeof english>;
