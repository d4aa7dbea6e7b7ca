/** What the server says about what a dataset asks for besides an account: see zh-CN-messages.ts. */
export const zhCNMessagesAccess = {
  'This dataset asks for signed terms. Sign them on its page, then download.':
    '此数据集要求先签署条款。请在其页面上签署，然后下载。',
  'The terms of this dataset have changed since you signed. Sign them again on its page, then download.':
    '自您签署以来，此数据集的条款已更改。请在其页面上重新签署，然后下载。',
  'These are not the terms of this dataset any more. Read those that it asks for now, then sign.':
    '这些已不是此数据集的条款。请阅读它现在所要求的条款，然后签署。',
  'Type your name as your account has it: {name}': '请按您账户中的姓名填写：{name}',
  'Type your name.': '请填写您的姓名。',
  'Remove the invisible characters from the title: type it anew instead of pasting it.':
    '请去掉标题中的不可见字符：请手动输入，不要粘贴。',
  'The title must be well-formed Unicode: type it anew.': '标题必须是有效的 Unicode：请重新输入。',
  'Tick that you agree.': '请勾选表示同意。',
  'Write the text.': '请填写正文。',
  'The text is well-formed Unicode.': '正文必须是有效的 Unicode。',
  'These terms have come into use meanwhile, so your change makes a new version of them. Say whether those who have signed must sign again.':
    '在此期间这些条款已开始使用，因此您的修改会生成新版本。请说明已签署者是否须重新签署。',
  'Somebody else has changed these terms meanwhile. Load them again and repeat your change.':
    '其他人刚刚更改了这些条款。请重新加载后再次进行您的更改。',
  'Datasets still ask for these terms: {names}. Let them ask for others first.':
    '仍有数据集要求签署这些条款：{names}。请先让它们改用其他条款。',
  'Choose terms that exist.': '请选择现有的条款。',
  'Choose the terms to sign.': '请选择要签署的条款。',
  'Many documents are being written right now. Please try again in a moment.':
    '当前有许多文档正在生成。请稍后再试。',
  'This dataset asks for a request. Make one on its page.': '此数据集需要先提交申请。请在其页面上提交。',
  'Your request for this dataset is still being reviewed. You can download once it is granted.':
    '您对此数据集的申请仍在审核中。获准后即可下载。',
  'Your request for this dataset needs more information. Complete it on its page.':
    '您对此数据集的申请需要补充信息。请在其页面上补充。',
  'Your request for this dataset was not granted. Its page says why, and takes a new one.':
    '您对此数据集的申请未获准。其页面上有原因，也可重新提交。',
  'Your access to this dataset has ended. You can ask again on its page.':
    '您对此数据集的访问已结束。可在其页面上再次申请。',
  'The questions of this dataset have changed. Load the form again.':
    '此数据集的问题已更改。请重新加载表单。',
  'Send this file by itself.': '请单独上传此文件。',
  'This answer is of another kind than its question.': '此回答与问题的类型不符。',
  'Choose one of the given answers.': '请从所给的答案中选择一项。',
  'Answer this question.': '请回答此问题。',
  'Tick this to go on.': '请勾选此项后继续。',
  'Add the document that is asked for.': '请添加所要求的文档。',
  'Choose a file whose name ends in .pdf.': '请选择名称以 .pdf 结尾的文件。',
  'Choose a PDF.': '请选择一个 PDF 文件。',
  'Your request is already with the laboratory.': '您的申请已在实验室手中。',
  'Your request is granted: there is nothing to ask for.': '您的申请已获准：无需再申请。',
  'This question asks for no file.': '此问题不要求文件。',
  'Two questions have this id.': '有两个问题使用了此编号。',
  'A question keeps its kind. Add another question in its place.':
    '问题的类型不能更改。请另加一个问题来代替。',
  'Give at least two different choices.': '请至少给出两个不同的选项。',
  'Choose administrators who exist.': '请选择现有的管理员。',
  'Give a reason: the person who asks reads it.': '请填写理由：申请人会看到。',
  'The end of the access must lie in the future.': '访问的截止时间必须在将来。',
  'A request that is {from} cannot become {to}.': '申请的状态不能从“{from}”变为“{to}”。',
  'This was sent anew meanwhile. Read it, then decide.': '此申请已重新提交。请先阅读，再作决定。',
  'Somebody else has just decided about this request. Please look again.':
    '其他人刚刚对此申请作出了决定。请重新查看。',
  'At most {most} choices.': '最多 {most} 个选项。',
  'At most {most} questions.': '最多 {most} 个问题。',
  'Remove the invisible characters from the {what}: type it anew instead of pasting it.':
    '请删除{what}中的不可见字符：请重新输入，不要粘贴。',
  'The {what} must be well-formed Unicode: type it anew.': '{what}必须是有效的统一码：请重新输入。',
  'This reviewer link has ended. Ask whoever gave it to you for another one.':
    '此评审链接已结束。请向给您链接的人索取新的链接。',
  'No reviewer link has this address. Check that the whole of it was copied, or ask for it again.':
    '没有这个地址的评审链接。请检查是否复制完整，或重新索取。',
  'The dataset of this reviewer link was withdrawn. There is nothing to review.':
    '此评审链接所指的数据集已撤回，没有可评审的内容。',
  'Your visit as a reviewer is over. Open your reviewer link again.':
    '您的评审访问已结束。请重新打开您的评审链接。',
  'A reviewer link opens one version of one dataset, and nothing else.':
    '评审链接只能打开一个数据集的一个版本，不能访问其他内容。',
  'This is for who opened a reviewer link.': '此操作仅供通过评审链接访问的人使用。',
  'Choose today or a later day.': '请选择今天或以后的日期。',
  'A reviewer link lasts 90 days at most.': '评审链接最长有效 90 天。',
  'Reviewer links are for drafts, and for versions under embargo.': '评审链接只用于草稿和设有限期的版本。',
  'This reviewer link is over already.': '此评审链接已经失效。',
  'Give the link a name.': '请为链接命名。',
  'Letters, digits and hyphens only.': '只能使用字母、数字和连字符。',
  'This invitation was answered already, is too old, or the request that it belongs to is over.':
    '此邀请已被答复、已过期，或其所属的申请已结束。',
  'Others can be asked as soon as your account is approved.': '您的账户获准后即可邀请他人。',
  'Send your own request first: others join it.': '请先提交您自己的申请：他人加入的是该申请。',
  'You have joined the request of somebody else, who can ask further people.':
    '您加入的是他人的申请，由其邀请更多的人。',
  'One request can ask {perRequest} people at most.': '一份申请最多可邀请 {perRequest} 人。',
  'You can ask {perDay} people a day. Ask the others tomorrow.':
    '您每天最多可邀请 {perDay} 人。其余的人请明天再邀请。',
  'This invitation is to your own request.': '此邀请属于您自己的申请。',
  'Enter an address.': '请输入一个地址。',
  'At most {most} addresses at a time.': '每次最多 {most} 个地址。',
} as const;
