import { quotePosix, quotePowerShell, type Tool } from '../commands.ts';

/** Files to fetch by command; the URLs are absolute and hold a ticket. */
export type FileLists =
  /** Manifests, which the command fetches itself (releases.md, "Manifest"). */
  { listUrl: string; sumsUrl: string } | { files: readonly ListedFile[] };

interface ListedFile {
  path: string;
  sha256: string;
  url: string;
}

const list = 'vitrine.list';
const sums = 'vitrine.sha256';
const former = 'vitrine.former';

/** As the server writes it: see server/delivery/manifests/aria2.ts. */
const outOf = (path: string): string => (/^[ -]/.test(path) ? `./${path}` : path);

const aria2Of = (files: readonly ListedFile[]): string =>
  files.map(({ path, sha256, url }) => `${url}\n out=${outOf(path)}\n checksum=sha-256=${sha256}`).join('\n');
const sumsOf = (files: readonly ListedFile[]): string =>
  files.map(({ path, sha256 }) => `${sha256}  ${path === '-' ? './-' : path}`).join('\n');

const sum = (options: string) =>
  `if command -v sha256sum >/dev/null; then sha256sum ${options} ${sums}; else shasum -a 256 ${options} ${sums}; fi`;

/**
 * Puts the two lists beside the files to be: fetched, or written out. Where another list was there before, or none, a
 * file that has the name of one of the list and other bytes is of another version, and goes: a tool would go on at its end.
 * @param fetch a command for a list's text, which resumes where it broke
 */
function getLists(lists: FileLists, fetch: (name: string, url: string) => string): string[] {
  const got =
    'files' in lists
      ? [
          `cat > ${list} <<'END'\n${aria2Of(lists.files)}\nEND`,
          `cat > ${sums} <<'END'\n${sumsOf(lists.files)}\nEND`,
        ]
      : [`{ ${fetch(list, lists.listUrl)} && ${fetch(sums, lists.sumsUrl)}; } || exit`];
  return [
    `mv ${sums} ${former} 2>/dev/null; rm -f ${list}`,
    ...got,
    `cmp -s ${sums} ${former} || { ${sum('-c')}; } 2>/dev/null | sed -n 's/: FAILED$//p' | while IFS= read -r file; do rm -f "./$file"; done`,
  ];
}

/** A list of changes may be empty but for comments, which no tool takes for a list of sums. */
const verify = `if grep -q '^[^#]' ${sums}; then ${sum('-c --quiet')}; fi && echo OK`;

/** A subshell, so that nothing of it stays in the terminal's; its status is that of the last line. */
const inOne = (lines: string[]): string => `(\n${lines.join('\n')}\n)`;

/** Address and path of each file of a list, by awk: what to print for each. */
const each = (print: string) =>
  `awk '/^https?:/ { url = $0 } /^ out=/ { sub(/^ out=/, ""); ${print} }' ${list}`;

/** In a configuration of curl's a quote is escaped. */
const curlConfig = String.raw`gsub(/"/, "\\\\&"); print "url=\"" url "\"\noutput=\"./" $0 "\""`;

/** One run after the other with what is left, until nothing is; `-C -` asks for what a file lacks. */
const curl = (lists: FileLists): string =>
  inOne([
    ...getLists(
      lists,
      (name, url) =>
        `{ for try in $(seq 99); do curl --fail -sS --retry 10 -C - -o ${name} ${quotePosix(url)} && break; [ $? -eq 22 ] && exit 22; sleep 1; done; }`,
    ),
    `${each(curlConfig)} > vitrine.curl`,
    'for try in $(seq 999); do [ -s vitrine.curl ] || break',
    "curl --parallel --parallel-max 8 --fail --globoff --create-dirs --retry 10 -C - -w '%{exitcode} %{url}\\n' -K vitrine.curl > vitrine.done && break",
    `awk 'NR == FNR { if ($1 == 0) done[$2]; next } /^url=/ { left = !(substr($0, 6, length($0) - 6) in done) } left' vitrine.done vitrine.curl > vitrine.left && mv vitrine.left vitrine.curl`,
    "grep -q '^22 ' vitrine.done && break; sleep 1; done",
    `rm -f vitrine.done; ${verify}`,
  ]);

/** How many folders of an address are not a file's: those of `/api/v1/file/{id}/` and of the portal's own address. */
const foldersBefore = (url: string): number => new URL(url).pathname.split('/').indexOf('api') + 3;

/** The addresses of what is missing or not whole, from the failed lines of a verification and the list. */
const left = String.raw`awk 'NR == FNR { sub(/^\.\//, ""); bad[$0]; next } /^https?:/ { url = $0 } /^ out=/ { sub(/^ out=(\.\/)?/, ""); if ($0 in bad) print url }'`;

/**
 * wget2 takes a list over eight connections, and is done with what it was cut off from: it is run again for what is left.
 * GNU Wget takes one file after the other.
 */
const wget = (lists: FileLists): string => {
  const again = 'wget --tries=20 --waitretry=5 --retry-on-http-error=429,503';
  const folders = foldersBefore('files' in lists ? (lists.files[0]?.url ?? '') : lists.listUrl);
  return inOne([
    ...getLists(lists, (name, url) => `${again} -q -c -O ${name} ${quotePosix(url)}`),
    'if command -v wget2 >/dev/null; then for try in $(seq 99)',
    `do { ${sum('-c')}; } 2>/dev/null | sed -n 's/: FAILED.*$//p' > vitrine.bad; ${left} vitrine.bad ${list} > vitrine.urls`,
    '[ -s vitrine.urls ] || break',
    `wget2 -i vitrine.urls -q -x -nH --cut-dirs=${folders} --cut-file-get-vars -c --max-threads=8 --tries=20 --waitretry=1`,
    '[ $? -eq 8 ] && break; done; rm -f vitrine.bad vitrine.urls',
    `else ${each('print url; print "./" $0')} | while IFS= read -r url && IFS= read -r path; do mkdir -p "$(dirname "$path")"; ${again} -nv -c -O "$path" "$url"; done; fi`,
    verify,
  ]);
};

const aria2 = (lists: FileLists): string => {
  const again = 'aria2c --max-tries=20 --retry-wait=1 --auto-file-renaming=false';
  return inOne([
    ...getLists(lists, (name, url) => `${again} -q -c --out=${name} ${quotePosix(url)}`),
    `${again} -i ${list} --deferred-input=true -j16 -x2 -k1M -c --file-allocation=none --console-log-level=warn --summary-interval=0 --download-result=hide`,
    verify,
  ]);
};

/** PowerShell 7; a path that Windows refuses is changed as that of a single file is (commands.ts). */
function powerShell(lists: FileLists): string {
  const text =
    'files' in lists
      ? `@'\n${aria2Of(lists.files)}\n'@`
      : `(Invoke-RestMethod -Uri ${quotePowerShell(lists.listUrl)} -MaximumRetryCount 10 -RetryIntervalSec 5)`;
  return [
    `$list = ${text} -split "\`r?\`n"`,
    '$failed = 0',
    'foreach ($line in $list) {',
    "  if ($line -match '^https?:') { $url = $line }",
    `  elseif ($line -match '^ *out=(.*)$') { $file = './' + ($Matches[1] -replace '[<>:"|?*\\\\]', '_') }`,
    "  elseif ($line -match '^ *checksum=sha-256=(.*)$') {",
    '    $sum = $Matches[1]',
    '    $null = New-Item -ItemType Directory -Force -Path (Split-Path $file)',
    '    foreach ($try in 1..20) { try { Invoke-WebRequest -Uri $url -OutFile $file -Resume -ErrorAction Stop; break } catch { Write-Warning $_; if ($_.Exception.Response) { break }; Start-Sleep 5 } }',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: PowerShell's own
    '    if ((Get-FileHash -LiteralPath $file -Algorithm SHA256).Hash -ne $sum) { $failed++; Write-Error "${file}: FAILED" }',
    '  }',
    '}',
    'if ($failed -eq 0) { "OK" }',
  ].join('\n');
}

const builders: Record<Tool, (lists: FileLists) => string> = { curl, wget, aria2, PowerShell: powerShell };

/**
 * Commands for many files, to paste into a terminal: in an empty folder, in the one that holds an earlier part, or, for what
 * is new since a version, in the one that holds that version. They resume, keep the folders, and end with the verification
 * of every file, whose exit status is that of the whole.
 */
export const listCommandFor = (tool: Tool, lists: FileLists): string => builders[tool](lists);
