import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_ENVIRONMENT, NODE_OPTIONS } from '../../bin/node-options.mjs';
import { adminTokenOf, callServer } from '../../tests/support/server-process.ts';

export interface Contestant {
  url: string;
  end: () => Promise<void>;
}

/** Starts a script of this folder and waits for its address. */
async function start(
  script: string,
  args: string[],
  input?: Buffer,
  options: string[] = [],
): Promise<Contestant> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const env = { ...NODE_ENVIRONMENT, ...process.env };
  const child = spawn(process.execPath, [...options, file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  child.stdin.end(input);
  let said = '';
  for await (const piece of child.stdout) {
    said += piece;
    const [, url] = /listens on (http:\S+)/.exec(said) ?? [];
    if (!url) continue;
    return {
      url,
      async end() {
        const gone = once(child, 'exit');
        child.kill();
        await gone;
      },
    };
  }
  throw new Error(`${script} ended: ${said}`);
}

/** The same bytes from memory; `script` may do more besides. */
export async function bareServerOf(url: string, script = 'bare-server.ts'): Promise<Contestant> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  return start(script, [answer.headers.get('content-type') ?? ''], body);
}

export const portal = (dataDir: string, databaseUrl = '', cold = false): Promise<Contestant> =>
  start('portal.ts', [dataDir, databaseUrl, ...(cold ? ['cold'] : [])], undefined, NODE_OPTIONS);

/** Datasets as an administrator adds and publishes them. @returns the id of the last */
export async function fill(url: string, count: number): Promise<string> {
  const token = await adminTokenOf(url);
  let last = '';
  for (let n = 0; n < count; n++) {
    const form = new FormData();
    const fields = {
      name: `Resting-state recordings ${n}`,
      version: '1.0',
      modalityName: ['MRI', 'EEG', 'Text', 'Tabular'][n % 4] ?? '',
      keywords: 'rest, eyes closed, healthy',
      authors: 'Lovelace, Ada; Hopper, Grace',
      license: 'CC BY 4.0',
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const part of ['train.csv', 'test.csv']) form.append('subsets', new Blob([`${part} ${n}`]), part);
    const answer = await fetch(`${url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { data } = (await answer.json()) as { data: { id: string } };
    last = data.id;
    await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${last}`, {
      token,
      body: { status: 'published' },
    });
  }
  return last;
}
