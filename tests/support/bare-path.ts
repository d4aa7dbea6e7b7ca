import { accessSync, constants, symlinkSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

/** What a machine with git, Node and npm alone has: no Python, no make, no compiler. */
const PROGRAMS =
  `git node npm npx sh bash env ls cat mkdir rm cp mv ln chmod uname tar gzip sed grep dirname basename
  readlink realpath tr cut sort head tail which id date sleep touch find xargs mktemp test true false wc`.split(
    /\s+/,
  );

/** Set by `npm run`, or by somebody who builds native modules here: nobody has them on a bare machine. */
const FOREIGN = /^(npm_|INIT_CWD$|NODE_GYP|NODE_ENV$|PYTHON|VITEST|CC$|CXX$)/i;
const REACH = /^npm_config_(registry|cache|userconfig)$/i;

function find(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  // Those of this clone come from its packages, which a fresh one does not have yet.
  return folders
    .filter((folder) => !folder.includes(`node_modules${sep}.bin`) && !folder.includes('node-gyp-bin'))
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** An environment whose whole PATH is `folder`, an empty one: it gets links to what a bare machine has, or `programs`. */
export function bareEnvironment(folder: string, programs = PROGRAMS): Record<string, string> {
  for (const program of programs) {
    const path = find(program);
    if (path) symlinkSync(path, join(folder, program));
  }
  const kept = Object.entries(process.env).filter(
    ([name]) => REACH.test(name) || (name.toUpperCase() !== 'PATH' && !FOREIGN.test(name)),
  );
  return { ...Object.fromEntries(kept as [string, string][]), PATH: folder };
}
