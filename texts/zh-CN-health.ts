import type { tHealth as enHealth } from './en-health.ts';
import type { Translated } from './languages.ts';

/** The words of `en-health.ts` in simplified Chinese. */
export const tHealth = {
  findings: {
    'config.bad': {
      words: '{problem}',
      mend: '请更正环境变量：`docs/running.md` 与 `README` 列出了各变量。',
    },
    'folder.missing': {
      words: '{folder} 中没有门户。',
      mend: '请将 `DATA_DIR` 设为服务器数据文件夹的绝对路径。',
    },
    'folder.owner': {
      words: '{folder} 属于 {owner}，而当前运行者是 {user}。',
      mend: '`sudo -u {owner} npx vitrine doctor`',
    },
    'folder.ok': { words: '只有其所有者能读取数据库、密钥和邮件。' },
    'files.readable': { words: '{file} 可被其他人读取（权限 {mode}）。', mend: '`chmod {right} {file}`' },
    'keys.bad': { words: '{problem}', mend: '`docs/running.md` 中有关密钥的一节。' },
    'keys.ok': { words: '密钥与此数据库相符。' },
    'room.low': {
      words: '{folder} 仅剩 {free}；低于 16 MiB 时不再接收数据。',
      mend: '请腾出空间，或将 `DATA_DIR` 移到更大的磁盘。',
    },
    'room.ok': { words: '剩余 {free}。' },
    'database.away': { words: '数据库没有响应：{problem}', mend: '请启动数据库，或更正 `DATABASE_URL`。' },
    'database.former': {
      words: '数据库属于旧版本：还有 {count}待执行。',
      mend: '`npx vitrine migrate`',
      one: '个步骤',
      many: '个步骤',
    },
    'database.damaged': {
      words: '数据库已损坏：{problem}',
      mend: '请停止门户并恢复上一次备份：`npx vitrine restore`',
    },
    'database.ok': { words: '{kind} 响应正常，版本最新且完好。' },
    'postgres.unsafe': {
      words: '{setting} 为 {value}：崩溃会丢失已确认的数据。',
      mend: '在 `postgresql.conf` 中或用 `ALTER SYSTEM` 设置：`{setting} = on`',
    },
    'clock.apart': { words: '时钟与 {other} 相差 {seconds} 秒。', mend: '`timedatectl set-ntp true`' },
    'clock.past': {
      words: '审计日志的最新条目在 {seconds} 秒之后：时钟被调回过。',
      mend: '`timedatectl set-ntp true`',
    },
    'clock.ok': { words: '时钟正确。' },
    'store.away': {
      words: '对象存储没有响应：{problem}',
      mend: '请检查 `STORAGE_URL`、`AWS_ACCESS_KEY_ID` 和 `AWS_SECRET_ACCESS_KEY`。',
    },
    'blobs.missing': {
      words: '{count}缺失或大小不符：{name}。',
      mend: '`npx vitrine verify` 会列出全部。请从备份放回。',
      one: '个文件',
      many: '个文件',
    },
    'blobs.dangling': {
      words: '{count}仍被引用，但未被保留。',
      mend: '`npx vitrine verify` 会列出。',
      one: '个文件',
      many: '个文件',
    },
    'blobs.strays': {
      words: '存储中有 {count}没有记录：只占用空间。',
      mend: '`npx vitrine verify` 会列出。',
      one: '个文件',
      many: '个文件',
    },
    'blobs.faulty': {
      words: '{count}因损坏、更改或缺失而不再提供。',
      mend: '请从备份放回：一天之内会重新检查。',
      one: '个文件',
      many: '个文件',
    },
    'blobs.ok': { words: '{count}，全部存在。', one: '个文件', many: '个文件' },
    'scrub.late': {
      words: '{count}超过 30 天未重新校验。',
      mend: '请查看任务：读取失败，或磁盘太慢。',
      one: '个文件',
      many: '个文件',
    },
    'scrub.ok': { words: '所有存储的文件在 30 天内都重新校验过。' },
    'jobs.failed': {
      words: '{count}失败。',
      mend: '请在管理后台查看任务并重试。',
      one: '个任务',
      many: '个任务',
    },
    'jobs.late': {
      words: '{count}已等待超过一小时。',
      mend: '服务器在运行吗？其日志会说明原因。',
      one: '个任务',
      many: '个任务',
    },
    'jobs.ok': { words: '没有失败或等待过久的任务。' },
    'smtp.none': {
      words: '邮件不会离开本服务器：它们以文件形式存放在数据文件夹的发件箱。',
      mend: '`SMTP_URL=smtp://user:password@mail.lab.example:587`',
    },
    'smtp.away': {
      words: '邮件服务器不接受连接：{problem}',
      mend: '请检查 `SMTP_URL`：主机名、端口、用户和密码。',
    },
    'smtp.ok': { words: '邮件服务器可用。' },
    'mails.failing': {
      words: '{count}至今没有服务器接收。',
      mend: '请在管理后台查看邮件：每封都写明了服务器的答复。',
      one: '封邮件',
      many: '封邮件',
    },
    'proxy.untrusted': {
      words: '发现位于 {address} 的代理，而 `TRUST_PROXY` 未列出它：其所有访客都算作同一个地址。',
      mend: '`TRUST_PROXY={address}`',
    },
    'url.plain': {
      words: '`PUBLIC_URL` 为 {url}：没有 https，密码和会话以明文传输。',
      mend: '请在前面部署 Caddy 或 nginx，并设置 `PUBLIC_URL=https://…`',
    },
    'url.default': {
      words: '未设置 `PUBLIC_URL`：邮件中的链接指向 {url}。',
      mend: '`PUBLIC_URL=https://data.lab.example`',
    },
    'limits.off': { words: '时间限制已关闭。', mend: '请从环境变量中去掉 `RATE_LIMIT_FACTOR=0`。' },
    'captcha.off': { words: '工作量证明已关闭：机器人可以随意注册。', mend: '请去掉 `CAPTCHA_EFFORT=0`。' },
    'admin.none': { words: '还没有管理员。', mend: '请启动服务器：它会输出创建首位管理员的链接。' },
    'admin.password': {
      words: '环境变量中仍有 `ADMIN_PASSWORD`，已不再使用。',
      mend: '请从环境变量中去掉 `ADMIN_EMAIL` 和 `ADMIN_PASSWORD`。',
    },
    'admin.factor': {
      words: '{count}未启用两步登录。',
      mend: '各人可在管理后台自己的名字下启用。',
      one: '位所有者',
      many: '位所有者',
    },
    'backup.never': { words: '还没有备份。', mend: '`npx vitrine backup /backup/portal`' },
    'backup.old': {
      words: '上一次备份在 {days} 天前。',
      mend: '`npx vitrine backup /backup/portal`，每晚由定时器执行',
    },
    'backup.lost': {
      words: '上一次备份缺少 {count}。',
      mend: '`npx vitrine verify` 会列出损坏的文件。',
      one: '个文件',
      many: '个文件',
    },
    'backup.ok': { words: '上一次备份为 {at}：{count}，均已与其哈希值比对。', one: '个文件', many: '个文件' },
    'restored.closed': {
      words: '门户已从备份恢复，下载处于关闭状态。',
      mend: '由所有者在管理后台首页开放。',
    },
  },
  states: { ok: '正常', warn: '值得查看', bad: '有误' },
  again: '重新检查',
  looking: '正在检查 …',
  failed: '检查失败。请重试。',
  versions: (vitrine, node, database) => `Vitrine ${vitrine}，Node ${node}，${database}。`,
  since: (time) => `自 ${time} 起运行。`,
} satisfies Translated<typeof enHealth>;
