/**
 * What the server says when it refuses something: the English sentence is the key, as it stands in the code, with
 * `{name}` where a value is filled in. What is about files stands in zh-CN-messages-files.ts, values that are words
 * in zh-CN-message-words.ts.
 */
export const zhCNMessages = {
  'There are no public figures of this dataset.': '此数据集没有公开的统计数据。',
  // Followed datasets.
  'You do not follow this dataset any more.': '您已不再关注此数据集。',
  'This link is not complete. Copy it whole from the mail, or unfollow on your account page.':
    '此链接不完整。请从邮件中完整复制，或在您的账号页面取消关注。',
  // Reports of problems.
  'Say what is wrong.': '请说明问题所在。',
  'Write an answer.': '请填写答复。',
  'You have reported many problems. Wait a while, or write to the laboratory by mail.':
    '您已报告了许多问题。请稍后再试，或发邮件给实验室。',
  'Your account may not report problems. Write to the laboratory by mail.':
    '您的账号不能报告问题。请发邮件给实验室。',
  'This report is answered already.': '此报告已有答复。',
  'Choose a file.': '请选择文件。',
  // What was entered.
  'Please check what you entered.': '请检查您填写的内容。',
  'Please fill in this field.': '请填写此项。',
  'This value is not accepted.': '此值不被接受。',
  'Enter text.': '请填写文字。',
  'Enter a number.': '请填写数字。',
  'Enter a whole number.': '请填写整数。',
  'Enter a date or time.': '请填写日期或时间。',
  'Enter an e-mail address such as name@example.org.': '请填写电子邮箱地址，例如 name@example.org。',
  'Enter an address such as https://example.org.': '请填写网址，例如 https://example.org。',
  'This is not written as expected.': '书写格式不符合要求。',
  'Say true or false.': '请填写“是”（true）或“否”（false）。',
  'Send a list.': '请发送列表。',
  'Send named fields.': '请发送带名称的字段。',
  'Choose one of: {choices}.': '请从以下各项中选择：{choices}。',
  'None of the accepted forms fits.': '不符合任何一种可接受的形式。',
  'At least {least}.': '最小为 {least}。',
  'At most {most}.': '最大为 {most}。',
  'More than {least}.': '必须大于 {least}。',
  'Less than {most}.': '必须小于 {most}。',
  'A multiple of {step}.': '必须是 {step} 的倍数。',
  'At least {least} characters.': '至少 {least} 个字符。',
  'At most {most} characters.': '最多 {most} 个字符。',
  'At least {least} entries.': '至少 {least} 项。',
  'At most {most} entries.': '最多 {most} 项。',
  'Unknown field "{field}".': '未知字段“{field}”。',
  'Unknown field.': '未知字段。',
  'Must be a day such as 2026-01-31.': '须为日期，例如 2026-01-31。',
  'Must be a time such as 2027-01-31T00:00:00Z.': '须为时间，例如 2027-01-31T00:00:00Z。',
  'Must be a whole number.': '须为整数。',
  'The order is a whole number.': '排序值须为整数。',
  'Remove the invisible control characters.': '请去掉不可见的控制字符。',
  'Write this on one line.': '请写在一行内。',
  'Enter {what}.': '请填写{what}。',
  'Enter the code from the mail.': '请填写邮件中的验证码。',
  'Enter your e-mail address.': '请填写您的电子邮箱地址。',
  'Enter a plain e-mail address such as name@example.org.':
    '请填写普通的电子邮箱地址，例如 name@example.org。',
  'Enter a domain such as university.edu.': '请填写域名，例如 university.edu。',
  'Say what you need the data for.': '请说明您需要这些数据的用途。',
  'Give it a name.': '请为它命名。',
  'This field was sent twice.': '此字段被发送了两次。',

  // Passwords and signing in.
  'Use at least {least} characters.': '请至少使用 {least} 个字符。',
  'Use at most {most} characters.': '请最多使用 {most} 个字符。',
  'This password is too easy to guess: it is mostly your name, address or affiliation. Try four or more unrelated words.':
    '这个密码太容易猜到：它主要由您的姓名、地址或所属机构组成。请试试四个或更多互不相关的词。',
  'This password is too easy to guess. {why}Try four or more unrelated words.':
    '这个密码太容易猜到。{why}请试试四个或更多互不相关的词。',
  'Choose a password that differs from the current one.': '请选择与当前密码不同的密码。',
  'This is not your current password.': '这不是您的当前密码。',
  'The password is not right.': '密码不正确。',
  'The e-mail address or the password is not right.': '电子邮箱地址或密码不正确。',
  'The password was changed meanwhile. Please sign in again.': '密码在此期间已更改。请重新登录。',
  'The password has just been changed. Please sign in with the new one.': '密码刚刚更改。请使用新密码登录。',
  'Your password has just been changed elsewhere. Please sign in again.':
    '您的密码刚刚在别处更改。请重新登录。',
  'Your password was changed. Please sign in again.': '您的密码已更改。请重新登录。',
  'Confirm that you are not a robot.': '请确认您不是机器人。',
  'After several failed sign-ins, please confirm that you are not a robot.':
    '多次登录失败后，请确认您不是机器人。',
  'The check that you are not a robot could not be read. Please do it again.':
    '无法读取机器人验证的结果。请重新验证。',
  'The check that you are not a robot has expired. Please do it again.': '机器人验证已过期。请重新验证。',
  'The check that you are not a robot failed. Please do it again.': '机器人验证失败。请重新验证。',
  'Enter the code of your authenticator app, or a recovery code.':
    '请填写身份验证器应用中的验证码，或恢复代码。',
  'This code is wrong or was used already. Wait for the next one.': '此验证码有误或已被使用。请等待下一个。',
  'This code is wrong or no longer good. Ask for a new one if it was sent over 10 minutes ago.':
    '此验证码有误或已失效。如果它是 10 分钟前发送的，请重新获取。',
  'Enter your password.': '请输入密码。',
  'This sign-in is over or was used already. Please start it again.':
    '此次登录已失效或已被使用。请重新开始。',
  'The institution asked you for no second factor. Turn two-step sign-in on first.':
    '机构没有要求您进行第二步验证。请先开启两步验证。',
  'This sign-in is linked to another account here already.': '此登录身份已关联到这里的另一个账号。',
  'This sign-in belonged to a suspended account. Please write to the laboratory.':
    '此登录身份属于一个已暂停的账号。请联系实验室。',
  'This address has an account meanwhile. Please start the sign-in again.':
    '此邮箱在此期间已有账号。请重新开始登录。',
  'Begin setting up two-step sign-in first.': '请先开始设置两步登录。',
  'Two-step sign-in is not on.': '两步登录未开启。',
  'Two-step sign-in is on already. Turn it off first.': '两步登录已开启。请先将其关闭。',
  'Too many failed sign-ins. Please try again in a minute.': '登录失败次数过多。请一分钟后再试。',
  'Too many wrong passwords. Please try again later.': '密码错误次数过多。请稍后再试。',
  'Too many wrong tries. Please try again later.': '错误次数过多。请稍后再试。',
  'Many people are signing in right now. Please try again in a moment.': '当前登录的人很多。请稍后再试。',
  'Your login state has expired. Please sign in again.': '您的登录状态已过期。请重新登录。',
  'Your token has already expired, please login again.': '您的登录凭证已过期，请重新登录。',
  'Please sign in first.': '请先登录。',
  'This needs the token of the figures.': '需要指标的令牌。',
  'This session has ended already.': '此会话已经结束。',

  // Who may.
  'This needs an administrator.': '此操作需要管理员。',
  'This needs a user account, not an administrator.': '此操作需要用户账号，而不是管理员。',
  'Your role does not allow this. Ask an owner of this portal.':
    '您的角色不允许此操作。请联系本门户的所有者。',
  'Your own role was changed meanwhile. Please sign in again.': '您自己的角色在此期间已更改。请重新登录。',
  'Say what to change: the role, or whether the account is disabled.':
    '请说明要更改什么：角色，或账号是否停用。',
  'Nobody changes their own role or disables themselves.': '任何人都不能更改自己的角色或停用自己。',
  'This is the last owner. Make somebody else an owner first.':
    '这是最后一位所有者。请先让其他人成为所有者。',
  'There is an administrator with this address already.': '已有使用此地址的管理员。',
  'This invitation is for {username}.': '此邀请是发给 {username} 的。',
  'You have {count} tokens already. Delete one that you no longer need.':
    '您已有 {count} 个令牌。请删除一个不再需要的。',

  // Applications.
  'Your application is already with the laboratory.': '您的申请已提交给实验室。',
  'You are approved already: there is nothing to apply for.': '您已获批准，无需再申请。',
  'Your access is suspended. Please write to the laboratory.': '您的访问权限已暂停。请写信给实验室。',
  'You cannot apply again at the moment.': '您目前不能再次申请。',
  'A user who is {from} cannot become {to}.': '用户的状态不能从“{from}”变为“{to}”。',
  'Give a reason: the applicant reads it.': '请填写理由：申请人会看到。',
  'Somebody else has just decided about this user. Please look again.':
    '其他人刚刚处理了此用户。请重新查看。',
  'The end of the approval must lie in the future.': '批准的截止时间必须在将来。',
  'This decision can no longer be undone: its mail has left, or something else followed it.':
    '此决定已不能撤销：邮件已发出，或之后又有其他操作。',
  'Only a decision’s mail that was given up can be sent again.': '只有已放弃发送的决定邮件才能重新发送。',

  // The dictionary, the configuration, statistics, jobs.
  '"{type}" already has an entry with the value "{value}".': '“{type}”中已有值为“{value}”的条目。',
  'There is an entry with the key "{key}" already.': '已有键为“{key}”的条目。',
  'A type begins with a letter and has letters, digits, ".", "_" and "-" only.':
    '类型以字母开头，只能包含字母、数字、“.”、“_”和“-”。',
  'A key begins with a letter and has letters, digits, ".", "_" and "-" only.':
    '键以字母开头，只能包含字母、数字、“.”、“_”和“-”。',
  'A key is fixed once it is made. Add another entry, and delete this one.':
    '键一经创建就不能更改。请新建一个条目，再删除这一个。',
  'Whether an entry is built in cannot be changed.': '条目是否为内置不能更改。',
  'Whether a built-in entry is public cannot be changed.': '内置条目是否公开不能更改。',
  'When an entry was made cannot be changed.': '条目的创建时间不能更改。',
  'Only the portal itself has built-in entries.': '只有门户本身才有内置条目。',
  'This entry is built in: the portal reads it. Change its value instead.':
    '此条目是内置的，门户会读取它。请改为修改它的值。',
  'Somebody else has changed this entry meanwhile. Load it again and repeat your change.':
    '其他人在此期间更改了此条目。请重新加载后再次修改。',
  'This value does not fit the key.': '此值不适合该键。',
  '{field} is not known in this mail. These are: {known}.': '此邮件中没有 {field}。可用的有：{known}。',
  '{field} must stand in it.': '其中必须有 {field}。',
  'More than {most} entries match. Narrow the filter.': '符合条件的条目超过 {most} 个。请缩小筛选范围。',
  'At most ten years at a time.': '一次最多十年。',
  'The first day must lie before the last.': '起始日期必须早于结束日期。',
  'Another job does the same already.': '已有另一个任务在做同样的事。',
  'Only a job that has failed can be run once more.': '只有失败的任务才能重新运行。',

  // Requests.
  '{what} was not found.': '找不到{what}。',
  'There is nothing at this address.': '此地址没有任何内容。',
  'This address does not take {method}.': '此地址不接受 {method} 请求。',
  'This call takes no {part}.': '此调用不接受{part}。',
  'The request could not be understood.': '无法理解此请求。',
  'Something went wrong on our side. If you were changing something, look whether it was done before you try again.':
    '我们这边出了问题。如果您正在进行更改，请先查看是否已完成，再重试。',
  'Too many requests. Please try again in {seconds} s.': '请求过多。请在 {seconds} 秒后重试。',
  'Send this as JSON.': '请以 JSON 格式发送。',
  'Send this as multipart/form-data.': '请以 multipart/form-data 格式发送。',
  'This request is larger than the call allows.': '此请求超出了允许的大小。',
  'The body is not valid JSON.': '请求正文不是有效的 JSON。',
  'The body is empty.': '请求正文为空。',
  'The body does not have the announced length.': '请求正文的长度与声明的不符。',
  'The address is not well formed.': '地址格式不正确。',
  'The form has too many parts.': '表单的部分过多。',
  'The form has too many files.': '表单的文件过多。',
  'The form has too many fields.': '表单的字段过多。',
  'The form has a field of a forbidden name.': '表单中有名称被禁止的字段。',
  'A file is larger than the call allows.': '有文件超出了允许的大小。',
  'The upload ended before it was whole. Nothing was stored.': '上传在完成之前就结束了。没有存储任何内容。',
  'The data came too slowly. Please check the connection and try again.':
    '数据传输太慢。请检查网络连接后重试。',
  'The database is away. Please try again in a moment.': '数据库暂时无法访问。请稍后再试。',
  'The database is busy. Please try again in a moment.': '数据库繁忙。请稍后再试。',
  'The portal is not ready yet.': '门户尚未准备好。',
  'This server is about to stop and takes no new requests.': '此服务器即将停止，不再接收新请求。',
  'This text is too long.': '此文字过长。',
  'The request names its host more than once.': '请求中多次指定了主机。',
  'Remove the invisible characters from the name: type it anew instead of pasting it.':
    '请去除名称中的不可见字符：请重新输入，不要粘贴。',
  'The name must be well-formed Unicode: type it anew.': '名称必须是有效的 Unicode：请重新输入。',
  'Remove the invisible characters from the version: type it anew instead of pasting it.':
    '请去除版本中的不可见字符：请重新输入，不要粘贴。',
  'The version must be well-formed Unicode: type it anew.': '版本必须是有效的 Unicode：请重新输入。',
  'Remove the invisible characters from the modality: type it anew instead of pasting it.':
    '请去除模态中的不可见字符：请重新输入，不要粘贴。',
  'The modality must be well-formed Unicode: type it anew.': '模态必须是有效的 Unicode：请重新输入。',
} as const;
