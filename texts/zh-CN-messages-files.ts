/** What the server says about datasets, downloads and uploads: see zh-CN-messages.ts. */
export const zhCNMessagesFiles = {
  // Datasets and subsets.
  'A dataset of this name and version is already there. Choose another version.':
    '已有同名同版本的数据集。请选择其他版本。',
  'A dataset that is {from} cannot become {to}.': '数据集的状态不能从“{from}”变为“{to}”。',
  'A dataset’s archive is one file, not a folder.': '数据集的归档是一个文件，而不是文件夹。',
  'A folder is handed out as a ZIP: its path ends in ".zip".': '文件夹以 ZIP 形式提供：其路径以“.zip”结尾。',
  'Enter a path.': '请填写路径。',
  'At most {most} bytes.': '最多 {most} 字节。',
  'A path is relative and has no empty, "." or ".." part.': '路径是相对的，不能有空的、“.”或“..”部分。',
  'A path has no control characters, text-direction marks or back-slashes.':
    '路径中不能有控制字符、文字方向标记或反斜杠。',
  'A path is well-formed Unicode.': '路径须为格式正确的 Unicode。',
  'Another dataset has this name, in the trash perhaps. Choose another one.':
    '另一个数据集（可能在回收站中）已使用此名称。请选择其他名称。',
  'This path is already in use. Choose another name or path.': '此路径已被使用。请选择其他名称或路径。',
  'Two subsets have the path "{path}".': '两个子集的路径都是“{path}”。',
  'There is a file named "{name}" already. Delete it to write it anew.':
    '已有名为“{name}”的文件。请先将其删除，再重新写入。',
  'Two files are named "{name}".': '两个文件都名为“{name}”。',
  'Two files would be named "{name}" in the dataset\'s archive.': '数据集的归档中会有两个文件名为“{name}”。',
  '"{name}" would be a file and a folder in the dataset\'s archive.':
    '“{name}”在数据集的归档中会既是文件又是文件夹。',
  '"{name}" cannot be a file name: {why}': '“{name}”不能作为文件名：{why}',
  'Name at least one subset.': '请至少写明一个子集。',
  'At most {most} subsets at a time.': '一次最多 {most} 个子集。',
  'Name one source: an upload, a folder or an import.': '请写明一个来源：上传、文件夹或导入。',
  'Name one source: an upload or an import.': '请写明一个来源：上传或导入。',
  'The source must be JSON.': '来源必须是 JSON。',
  'Choose at least one file.': '请至少选择一个文件。',
  'What it was to come after is not beside it any more. Look at the list again.':
    '它原本要排在其后的那一项已不在旁边。请重新查看列表。',
  'The document must be a PDF.': '文档必须是 PDF。',
  'The sample image must be a PNG, JPEG, WebP or AVIF of at most 40 megapixels.':
    '示例图片必须是 PNG、JPEG、WebP 或 AVIF，最大 4000 万像素。',
  'This file is too large: at most {most} MiB.': '此文件太大：最大 {most} MiB。',
  'At most {most} MiB.': '最大 {most} MiB。',
  'Send the logo as a file.': '请以文件形式发送徽标。',
  'The logo is too large: at most {most} MiB.': '徽标太大：最大 {most} MiB。',
  'The logo must be a PNG, JPEG, WebP or AVIF picture of at most 16 megapixels.':
    '徽标必须是 PNG、JPEG、WebP 或 AVIF 图片，最大 1600 万像素。',
  'This is no logo of the portal. Send the picture in the site settings.':
    '这不是本门户的徽标。请在站点设置中发送图片。',

  // The trash.
  'Another dataset is named "{name}", version {version}, by now. Change its name or version, then restore this one.':
    '现在已有另一个数据集名为“{name}”，版本 {version}。请更改它的名称或版本，再恢复这一个。',
  'The path "{path}" is in use again by now. Change the path of what has it, then restore this.':
    '路径“{path}”现在又被使用了。请更改占用者的路径，再恢复这一项。',
  'Its name and version, or a path, have just been taken.': '它的名称和版本，或某个路径，刚刚被占用。',
  'Its dataset is in the trash, too. Restore the dataset first.': '它的数据集也在回收站中。请先恢复数据集。',

  // Downloads.
  'No version of this dataset has this manifest. Name a version, or fetch the whole anew.':
    '此数据集没有任何版本拥有该清单。请指明版本，或重新获取全部文件。',
  'This dataset has no version "{version}".': '此数据集没有版本“{version}”。',
  'Please sign in to download, or fetch a new link from the dataset page.':
    '请登录后下载，或从数据集页面获取新链接。',
  'Downloads need a user account, not an administrator.': '下载需要用户账号，而不是管理员。',
  'Your application is still being reviewed. You can download once it is approved.':
    '您的申请仍在审核中。获批准后即可下载。',
  'Your application needs more information before you can download.': '您的申请需要补充信息后才能下载。',
  'Your application was not approved.': '您的申请未获批准。',
  'Your access is suspended.': '您的访问权限已暂停。',
  'Your approval has expired. Please apply again.': '您的批准已到期。请重新申请。',
  'You may not download.': '您不能下载。',
  'This dataset was withdrawn and can no longer be downloaded.': '此数据集已撤回，不能再下载。',
  'The files of this dataset have changed since. Fetch a new list or link from its page.':
    '此数据集的文件此后已有变动。请从其页面获取新的清单或链接。',
  'The bytes of this file were removed. Its line in the manifest stays.':
    '此文件的内容已被移除，它在清单中的那一行保留。',
  'The bytes of this file were removed already.': '此文件的内容已被移除。',
  'This version is not frozen: its files can be deleted or replaced.': '此版本未冻结：其文件可以删除或替换。',
  '"{path}" was removed for good, so this ZIP cannot be made any more. The other files can be fetched one by one: {url} lists them.':
    '“{path}”已被永久移除，因此无法再生成此 ZIP。其他文件可逐个获取：{url} 列有清单。',
  '"{path}" and {count} more were removed for good, so this ZIP cannot be made any more. The other files can be fetched one by one: {url} lists them.':
    '“{path}”及另外 {count} 个文件已被永久移除，因此无法再生成此 ZIP。其他文件可逐个获取：{url} 列有清单。',
  'The files of this version have just changed. Try again.': '此版本的文件刚刚有变动。请重试。',
  'This file was not found.': '找不到此文件。',
  'This link is for an old revision. Fetch a new one from the dataset page.':
    '此链接对应旧的修订版。请从数据集页面获取新链接。',
  'This link is for another dataset. Fetch a new one from the dataset page.':
    '此链接对应另一个数据集。请从数据集页面获取新链接。',
  'The address of this download is not well formed.': '此下载的地址格式不正确。',
  'The file is no longer the one you began with. Fetch a new link.':
    '文件已不是您开始下载时的那一个。请获取新链接。',
  'The wanted part lies beyond the end of the file.': '所需部分超出了文件末尾。',
  'The files of this version are frozen. Make a new version to change them.':
    '此版本的文件已冻结。如需更改，请创建新版本。',
  'Two files of this version are named "{name}".': '此版本中有两个文件名为“{name}”。',
  'This version is frozen: it cannot be deleted. Withdraw it instead, with a reason.':
    '此版本已冻结，无法删除。请改为撤回并说明原因。',
  'This version is frozen: it cannot be deleted. Publish it, then withdraw it, with a reason; or ask an owner to remove its bytes for ever.':
    '此版本已冻结，无法删除。请先发布，再撤回并说明原因；或请所有者永久移除其文件。',
  'There are no files to freeze yet.': '还没有可冻结的文件。',
  'A file could not be taken in. Send it again or delete it, then freeze.':
    '有文件未能导入。请重新上传或将其删除，然后再冻结。',
  'Only a version that is not withdrawn can be frozen.': '只有未撤回的版本才能冻结。',
  'Say why this version is withdrawn: its page shows it.': '请说明撤回此版本的原因：其页面会显示。',
  'Say why: the page shows it.': '请说明原因：其页面会显示。',
  'A DOI looks like 10.1234/abcd.': 'DOI 的形式如 10.1234/abcd。',
  'This is no ORCID iD: 0000-0002-1825-0097, for example.':
    '这不是 ORCID iD；正确的形式如 0000-0002-1825-0097。',
  'A ROR id looks like 05dxps055.': 'ROR 标识符的形式如 05dxps055。',
  'A published version keeps its version number.': '已发布的版本不能更改版本号。',
  'Files are still being hashed. Please try again when that is done.': '文件仍在计算校验和。请在完成后重试。',
  'The path "{path}" would be too long.': '路径“{path}”会过长。',
  'This version is not frozen: delete it, then purge it from the trash.':
    '此版本未冻结：请先删除，再从回收站清除。',
  'This version does not hold the same bytes.': '此版本不含相同的文件内容。',
  'The files of this version were purged. Make a new version to add others.':
    '此版本的文件已被清除。如需添加其他文件，请创建新版本。',
  'Its files were purged: it cannot be published again.': '其文件已被清除，无法再次发布。',
  'The files of this version are handed out from {day} on (UTC).': '此版本的文件自 {day}（UTC）起开放下载。',
  'Downloads are open already.': '下载已经开放。',
  'This portal was restored from a backup. Downloads are closed until its administrators have looked at it.':
    '本门户已从备份恢复。在管理员检查之前，下载处于关闭状态。',
  'This file is being prepared: its checksum is computed first. Please come back later.':
    '此文件正在准备中：先要计算校验和。请稍后再来。',
  'The checksum of this archive is being computed. Please try again in a moment.':
    '正在计算此归档的校验和。请稍后再试。',
  '{what} The administrators of this portal are told.': '{what}本门户的管理员已得到通知。',
  'At most {files} files and {connections} connections at a time. Wait until one is done.':
    '同时最多 {files} 个文件和 {connections} 个连接。请等其中一个完成。',

  // Files on their way in.
  'Send the fields before the files.': '请先发送字段，再发送文件。',
  'The form has no file field "{field}".': '表单没有文件字段“{field}”。',
  'A field of the form is too long.': '表单的某个字段过长。',
  'At most {most} files "{field}" at a time.': '一次最多 {most} 个“{field}”文件。',
  'The upload is not whole, or not a well-formed form. Nothing was stored.':
    '上传不完整，或表单格式不正确。没有存储任何内容。',
  'A file name has no slash.': '文件名中不能有斜杠。',
  'A folder’s upload has both, folder and relativePath.': '文件夹的上传须同时有 folder 和 relativePath。',
  'This upload was not found. It may have expired: upload the file again.':
    '找不到此上传。它可能已过期：请重新上传文件。',
  'This upload was not found. Begin it again.': '找不到此上传。请重新开始。',
  'This upload is still on its way into the store. Try again in a minute.':
    '此上传仍在写入存储。请一分钟后再试。',
  'This upload is not complete yet.': '此上传尚未完成。',
  'This upload has been used already. A file can become one subset only.':
    '此上传已被使用。一个文件只能成为一个子集。',
  'This upload was left alone for 7 days and has been given up. Begin it again.':
    '此上传闲置了 7 天，已被放弃。请重新开始。',
  'This upload began on another server of this portal and goes on only there. Try again in a minute. If this stays so, that server is down, or the balancer does not lead uploads to their server (docs/scale.md).':
    '此上传始于本门户的另一台服务器，只能在那里继续。请一分钟后再试。若一直如此，则那台服务器已停止，或负载均衡器没有把上传送往其服务器（docs/scale.md）。',
  'A dataset has taken this upload: it stays.': '已有数据集使用了此上传：它会保留。',
  'More bytes came than the upload is long.': '收到的字节超过了上传的长度。',
  'The connection broke off. Go on from the offset.': '连接中断。请从断点处继续。',
  'The upload is at another offset. Ask for it with HEAD and go on from there.':
    '此上传处于另一个偏移位置。请用 HEAD 查询，再从那里继续。',
  'Send Upload-Offset: where these bytes begin.': '请发送 Upload-Offset：这些字节的起始位置。',
  'Send the bytes as application/offset+octet-stream.': '请以 application/offset+octet-stream 发送字节。',
  'Send Upload-Length: the size of the whole file, known from the beginning.':
    '请发送 Upload-Length：从一开始就已知的整个文件的大小。',
  'An upload comes in one row of pieces: do not concatenate.': '一个上传由连续的分段组成：请不要拼接。',
  'Something went wrong on our side. Ask for the offset and go on from there.':
    '我们这边出了问题。请查询偏移位置，再从那里继续。',
  'This folder is empty.': '此文件夹为空。',
  'This folder takes no more files. Begin a new one.': '此文件夹不再接收文件。请新建一个。',
  'This folder was not found, or has been used already.': '找不到此文件夹，或它已被使用。',
  '{count} files of this folder are not complete yet.': '此文件夹中有 {count} 个文件尚未完成。',
  'A path of the server is absolute and has no empty, "." or ".." part.':
    '服务器上的路径是绝对的，不能有空的、“.”或“..”部分。',
  'There is no such file or folder under the import roots, or it is behind a link.':
    '导入根目录下没有这样的文件或文件夹，或它位于链接之后。',
  'This folder has {count} entries, too many to list. It can be registered as a whole.':
    '此文件夹有 {count} 项，太多而无法列出。可以将它整体登记。',

  // Where they lie.
  'The storage of this portal is full. Nothing was stored.': '本门户的存储已满。没有存储任何内容。',
  'The storage of this portal is full. The upload was given up and its room freed: make room, then begin it again.':
    '本门户的存储已满。上传已放弃，所占空间已释放：请腾出空间后重新开始。',
  'The storage of this portal has no room for this file. Make room, then begin again.':
    '本门户的存储没有空间存放此文件。请腾出空间后重新开始。',
  'The storage of this portal does not answer. Please try again in a minute.':
    '本门户的存储没有响应。请一分钟后再试。',
  'All of the file has come and is safe here, but the object store behind this portal {why}. It is tried again: ask for this upload in a minute.':
    '文件已全部收到并安全保存在此，但本门户后面的对象存储{why}。系统会重试：请一分钟后再查询此上传。',
  'A file of more than 1.2 TiB does not go into this object store.':
    '超过 1.2 TiB 的文件无法存入此对象存储。',
  'The storage of this portal is full. Nothing was stored: make room, then try again.':
    '本门户的存储空间已满。未保存任何内容：请腾出空间后重试。',
  'You have downloaded this file many times within an hour. Please use the copy that you have, or come back later.':
    '您在一小时内已多次下载此文件。请使用您已有的副本，或稍后再来。',
  'The files of this folder have just changed. Try again.': '此文件夹中的文件刚刚发生变化。请重试。',
  'Too many files are on their way to your address. Please try again in a moment.':
    '正在发往您所在地址的文件过多。请稍后重试。',
  'Very many files are being sent right now. Please try again in a moment.':
    '目前正在发送的文件非常多。请稍后重试。',
  'Several large requests are being worked on right now. Please try again in a moment.':
    '目前正在处理多个大型请求。请稍后重试。',
  'This recall was sent already.': '此召回已发送。',
  'There is no notice of this recall on the page.': '页面上没有此召回的公告。',
  'This version never had a file that could be recalled.': '此版本从未有过可召回的文件。',
  'This version never had this file.': '此版本从未有过此文件。',
  'Choose a version of this dataset.': '请选择此数据集的一个版本。',
  'At most 1000 files at a time. Recall the whole version instead.':
    '一次最多 1000 个文件。请改为召回整个版本。',
  'Must be a SHA-256.': '必须是 SHA-256。',
  'Say what has changed.': '请说明变更内容。',
} as const;
