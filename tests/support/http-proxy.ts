import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the proxy does with one request. `loseAnswer`: the target acts, and its answer never arrives. `cut`: half of
 * the answer's body arrives. `short`: half of it, and the length says that this is all. `hang`: no answer, and the connection stays. `flipByte`: of the request's body.
 */
export type RequestPlan = 'pass' | 'loseAnswer' | 'cut' | 'short' | 'hang' | 'flipByte' | '503';

export interface HttpProxy {
  url: string;
  /** Of each request so far: method and path with query. */
  seen: string[];
  close: () => Promise<void>;
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

async function exchange(
  port: number,
  incoming: IncomingMessage,
  response: ServerResponse,
  plan: RequestPlan,
): Promise<void> {
  const body = await bodyOf(incoming);
  if (plan === 'hang') return;
  if (plan === '503') return void response.writeHead(503).end();
  if (plan === 'flipByte' && body.length > 0) body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
  const { method, url: path, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path, headers }).end(body);
  const answered = once(onward, 'response');
  // The target may answer before it has taken the whole body, and close: that pipe breaks after its answer.
  onward.on('error', () => {});
  const [answer] = (await answered) as [IncomingMessage];
  const bytes = await bodyOf(answer);
  if (plan === 'cut') {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  } else if (plan === 'short') {
    const half = bytes.subarray(0, bytes.length >> 1);
    response
      .writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': half.length })
      .end(half);
  } else if (plan === 'loseAnswer') response.destroy();
  else response.writeHead(answer.statusCode ?? 502, answer.headers).end(bytes);
}

/** A proxy that knows one request from another; headers go on as they came, so that signatures hold. */
export async function startHttpProxy(
  port: number,
  plan: (request: IncomingMessage) => RequestPlan,
): Promise<HttpProxy> {
  const seen: string[] = [];
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    // A client that gives up, or a target that goes away, ends the exchange without a word.
    exchange(port, incoming, response, plan(incoming)).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
