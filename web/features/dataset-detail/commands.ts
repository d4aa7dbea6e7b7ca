/** A file to download by command. The URLs are absolute and contain the ticket and the revision. */
export interface CommandFile {
  /** The download's file name, as in the integrity file; no slash, no line break. */
  fileName: string;
  url: string;
  /** URL of the integrity file. */
  sumUrl: string;
}

export const tools = ['curl', 'wget', 'aria2', 'PowerShell'] as const;
export type Tool = (typeof tools)[number];

/** For sh, bash and zsh: nothing is special between single quotes but the quote itself. */
export const quotePosix = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** For PowerShell, which treats typographic single quotes as plain ones; each is doubled. */
export const quotePowerShell = (text: string): string => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;

/** Bytes; aria2 and the integrity file append an extension, and a name has 255 at most. */
const LONGEST = 240;

const plainName = (fileName: string): string => `download${/\.[a-z0-9]{1,8}$/i.exec(fileName)?.[0] ?? ''}`;

/**
 * The local file name: differs where tools would read the name as "standard input" or trim it (aria2), or where it is
 * too long.
 */
function posixName(fileName: string): string {
  const unfit = fileName === '-' || fileName !== fileName.trim();
  return unfit || new TextEncoder().encode(fileName).length > LONGEST ? plainName(fileName) : fileName;
}

/** As an argument: a leading `-` would be an option. */
const argument = (name: string): string => quotePosix(name.startsWith('-') ? `./${name}` : name);

/** Windows refuses some characters, extensions and names; the hash is compared without the name. */
export function windowsName(fileName: string): string {
  const name = fileName.replace(/[<>:"|?*\\/]/g, '_').replace(/(?<![. ])[. ]+$/, '_');
  if (new TextEncoder().encode(name).length > LONGEST) return plainName(fileName);
  return /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i.test(name) ? `_${name}` : name;
}

/** Reads an integrity file and verifies the file, with GNU's tool or that of macOS. */
function check(fileName: string, local: string): string {
  const renamed = local === fileName ? '' : `cut -c1-64 | sed ${quotePosix(`s/$/  ${local}/`)} | `;
  return `${renamed}if command -v sha256sum >/dev/null; then sha256sum -c -; else shasum -a 256 -c -; fi`;
}

function curl({ fileName, url, sumUrl }: CommandFile): string {
  const local = posixName(fileName);
  // curl's own retry restarts from where this run began; running it again resumes at the end of the file.
  const fetch = `curl --fail --retry 10 -C - -o ${argument(local)} ${quotePosix(url)}`;
  return [
    `for try in $(seq 20); do ${fetch} && break; [ $? -eq 22 ] && break; sleep 5; done`,
    `curl --fail -sS --retry 10 ${quotePosix(sumUrl)} | ${check(fileName, local)}`,
  ].join('\n');
}

function wget({ fileName, url, sumUrl }: CommandFile): string {
  const local = posixName(fileName);
  const again = 'wget --tries=20 --waitretry=5 --retry-on-http-error=429,503';
  return [
    `${again} -c -O ${argument(local)} ${quotePosix(url)}`,
    `${again} -q -O - ${quotePosix(sumUrl)} | ${check(fileName, local)}`,
  ].join('\n');
}

function aria2({ fileName, url, sumUrl }: CommandFile): string {
  const local = posixName(fileName);
  const again = 'aria2c --max-tries=20 --retry-wait=5';
  const sum = `${local}.sha256`;
  return [
    `${again} -x4 -k1M -c --auto-file-renaming=false ${quotePosix(`--out=${local}`)} ${quotePosix(url)}`,
    `${again} -q --allow-overwrite=true ${quotePosix(`--out=${sum}`)} ${quotePosix(sumUrl)}`,
    `cat ${argument(sum)} | ${check(fileName, local)}`,
  ].join('\n');
}

/** PowerShell 7; `-Resume` resumes at the end of the file. */
function powerShell({ fileName, url, sumUrl }: CommandFile): string {
  return [
    `$file = ${quotePowerShell(windowsName(fileName))}`,
    `foreach ($try in 1..20) { try { Invoke-WebRequest -Uri ${quotePowerShell(url)} -OutFile $file -Resume -ErrorAction Stop; break } catch { Write-Warning $_; if ($_.Exception.Response) { break }; Start-Sleep 5 } }`,
    `$sum = (Invoke-RestMethod -Uri ${quotePowerShell(sumUrl)} -MaximumRetryCount 10 -RetryIntervalSec 5).Substring(0, 64)`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: PowerShell's own
    'if ((Get-FileHash -LiteralPath $file -Algorithm SHA256).Hash -eq $sum) { "${file}: OK" } else { Write-Error "${file}: FAILED" }',
  ].join('\n');
}

const builders: Record<Tool, (file: CommandFile) => string> = {
  curl,
  wget,
  aria2,
  PowerShell: powerShell,
};

/**
 * Commands to paste into a terminal: each resumes, retries after a broken connection, and ends with the verification,
 * whose exit status is that of the whole.
 */
export const commandFor = (tool: Tool, file: CommandFile): string => builders[tool](file);
