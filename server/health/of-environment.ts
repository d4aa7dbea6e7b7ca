import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../shared/modes.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/;

/** What is wrong about the variables, each by itself allowed. */
export function ofConfig(config: Config, env: Record<string, string | undefined>): Finding[] {
  const { hostname, protocol } = new URL(config.publicUrl);
  const isLocal = LOOPBACK.test(hostname);
  const isExposed = !LOOPBACK.test(config.host);
  return [
    ...(env.PUBLIC_URL === undefined && isExposed ? [bad('url.default', { url: config.publicUrl })] : []),
    ...(protocol === 'http:' && !isLocal ? [bad('url.plain', { url: config.publicUrl })] : []),
    ...(config.rateLimitFactor === 0 ? [bad('limits.off')] : []),
    ...(config.captchaEffort === 0 ? [warn('captcha.off')] : []),
  ];
}

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

function lookAt(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Files and folders of the data folder that others must not read (operations.md, "Keys"). */
function privateParts(dataDir: string): { path: string; right: number; stats: Stats }[] {
  const files = readdirSync(dataDir).filter((name) => /^(vitrine\.sqlite|keys\.json|before-)/.test(name));
  const parts = [
    ...files.map((name) => ({ path: join(dataDir, name), right: PRIVATE_FILE })),
    { path: join(dataDir, 'outbox'), right: PRIVATE_FOLDER },
  ];
  return parts.flatMap(({ path, right }) => {
    const stats = lookAt(path);
    return stats ? [{ path, right, stats }] : [];
  });
}

/** Who owns the data folder, and who else may read what is private in it. */
export function ofFolder(dataDir: string): Finding[] {
  const owner = statSync(dataDir).uid;
  const own = process.getuid?.();
  const found: Finding[] = [];
  if (own !== undefined && own !== owner && own !== 0) {
    const { username } = userInfo();
    found.push(bad('folder.owner', { folder: dataDir, owner: `user ${owner}`, user: username }));
  }
  for (const { path, right, stats } of privateParts(dataDir))
    if ((stats.mode & 0o777 & ~right) !== 0)
      found.push(bad('files.readable', { file: path, mode: octal(stats.mode), right: octal(right) }));
  return found.length > 0 ? found : [ok('folder.ok')];
}
