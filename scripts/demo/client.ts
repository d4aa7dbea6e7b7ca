import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { App } from '../../server/app.ts';

interface Answer {
  code: number;
  msg: string;
  data: unknown;
}

/** Calls the running app as an external client, and keeps only tokens. */
export function demoClient(app: App, outbox: string) {
  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object | FormData,
    token?: string,
    headers: Record<string, string> = {},
  ) {
    const form = body instanceof FormData ? new Response(body) : undefined;
    return app.server.inject({
      method,
      url,
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}),
      },
      ...(form ? { payload: Buffer.from(await form.arrayBuffer()) } : body ? { payload: body } : {}),
    });
  }

  /** Returns the `data` of a call that must succeed. */
  async function call<Data>(...args: Parameters<typeof send>): Promise<Data> {
    const answer = (await send(...args)).json<Answer>();
    if (answer.code !== 200) throw new Error(`${args[0]} ${args[1]}: ${answer.code} ${answer.msg}`);
    return answer.data as Data;
  }

  return {
    send,
    call,

    async captcha(): Promise<string> {
      const challenge = await call<Challenge>('GET', '/api/v1/getCaptcha');
      const solution = await solveChallenge({ challenge, deriveKey });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    },

    /** The code from the only mail in the outbox; deletes the mail. */
    async codeFromMail(): Promise<string> {
      await app.settle();
      for (const name of await readdir(outbox)) {
        const file = join(outbox, name);
        const code = /Your code: (\d{8})/.exec(await readFile(file, 'utf8'))?.[1];
        await rm(file);
        if (code) return code;
      }
      throw new Error('no mail with a code came');
    },
  };
}

export type DemoClient = ReturnType<typeof demoClient>;
