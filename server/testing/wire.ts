import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Envelope } from '../../contract/envelope.ts';
import type { TestApp } from './build-test-app.ts';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  /** Alternating names and values, as received: nothing merged. */
  rawHeaders: string[];
  bytes: Buffer;
  /** For envelopes. */
  json: <Data>() => Envelope<Data>;
}

/** The app on a real socket, for what `inject` cannot test: raw URLs, broken connections. Closed with the app. */
export async function onTheWire(t: TestApp) {
  await t.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.server.server.address() as { port: number };

  /** A response whose body is not read yet. `path` is sent exactly as given. */
  const open = (path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, resolve);
      asking.on('error', reject);
      asking.end(body);
    });

  async function send(path: string, sent: Sent = {}): Promise<Got> {
    const answer = await open(path, sent);
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      rawHeaders: answer.rawHeaders,
      bytes,
      json: () => JSON.parse(bytes.toString('utf8')),
    };
  }

  return { port, open, send };
}

export type Wire = Awaited<ReturnType<typeof onTheWire>>;
