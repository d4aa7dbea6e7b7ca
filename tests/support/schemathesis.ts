import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { judgesFolder } from './judges.ts';
import { approvedUser } from './person.ts';
import { type Published, published } from './published.ts';
import { adminTokenOf } from './server-process.ts';

const run = promisify(execFile);

/** Calls after which the token of a run is good for nothing: they have a run of their own. */
const ENDING = 'logout|changePassword|refreshtoken|account/deletion|/sessions|admin/administrators|totp';

interface Asked {
  token?: string;
  include?: string;
  exclude?: string;
  /** Cases of each call beside those that cover its schema. */
  examples: number;
}

/** @throws with what it found */
async function ask(programs: string, { server, datasetId }: Published, asked: Asked): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-schemathesis-'));
  try {
    const settings = join(folder, 'schemathesis.toml');
    // A dataset that is there: else hardly an answer would be another one than 404.
    await writeFile(
      settings,
      `${await readFile(join(judgesFolder, 'schemathesis.toml'), 'utf8')}
[[operations]]
include-path-regex = "/dataset/"
parameters = { "path.id" = "${datasetId}", "path.datasetId" = "${datasetId}" }
`,
    );
    const { token, include, exclude, examples } = asked;
    await run(
      join(programs, 'schemathesis'),
      [
        ...['--config-file', settings, 'run', `${server.url}/api/openapi.json`],
        ...['--max-examples', String(examples), '--seed', '1', '--workers', '1', '--continue-on-failure'],
        ...['--suppress-health-check', 'all'],
        ...(token ? ['--header', `Authorization: Bearer ${token}`] : []),
        ...(include ? ['--include-path-regex', include] : []),
        ...(exclude ? ['--exclude-path-regex', exclude] : []),
      ],
      {
        env: { ...process.env, SCHEMATHESIS_HOOKS: 'schemathesis_hooks', PYTHONPATH: judgesFolder },
        // It keeps a folder of examples where it runs.
        cwd: folder,
        maxBuffer: 64 * 1024 * 1024,
      },
    ).catch((error: { stdout?: string }) => {
      throw new Error(`Schemathesis:\n${error.stdout?.slice(0, 20_000)}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * All routes, by nobody, a user and an administrator: no 5xx, no answer that the document does not name. With one example
 * nobody asks only what would end the others' sessions, and an administrator the back office alone.
 * @param programs folder of the judges
 */
export async function schemathesis(programs: string, examples: number): Promise<void> {
  const lab = await published(64 * 1024);
  try {
    const user = () => approvedUser(lab.server.url, lab.dataDir, 'judge@example.org');
    const own = '^/api/v1/(?!admin|dict|config)';
    // Nobody is told more than 401 by most calls, before a word is read, and the same as a user by the others.
    await ask(programs, lab, { ...(examples > 1 ? {} : { include: ENDING }), examples });
    await ask(programs, lab, { token: await user(), include: own, exclude: ENDING, examples });
    const admin = await adminTokenOf(lab.server.url);
    // What is not the back office's has been tried by then; an administrator's token does at length.
    const office = '^(?!/api/v1/)|^/api/v1/(admin|dict|config)';
    await ask(programs, lab, {
      token: admin,
      exclude: ENDING,
      ...(examples > 1 ? {} : { include: office }),
      examples,
    });
    const last = await adminTokenOf(lab.server.url);
    await ask(programs, lab, { token: last, include: `^/api/v1/admin/.*(${ENDING})`, examples });
  } finally {
    await lab.close();
  }
}
