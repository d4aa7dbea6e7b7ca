import { Agent, request } from 'node:http';

export interface RawAnswer {
  status: number;
  body: string;
}

export interface RawSent {
  headers?: Record<string, string>;
  body?: string;
}

export type Ask = (method: string, path: string, sent?: RawSent) => Promise<RawAnswer>;

/**
 * Sends paths, headers and bodies to a server exactly as given, over connections that stay open. A connection that the
 * server had closed meanwhile, as it may after an answer to half a body, is replaced once.
 */
export function rawClient(url: string): { ask: Ask; end: () => void } {
  const { hostname: host, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  const once = (method: string, path: string, { headers = {}, body }: RawSent, fresh: boolean) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const kept = fresh ? false : agent;
      const asking = request({ host, port, path, method, headers, agent: kept }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces).toString() }),
        );
        answer.on('error', reject);
      });
      asking.on('error', reject);
      asking.end(body);
    });
  return {
    ask: (method, path, sent = {}) =>
      once(method, path, sent, false).catch(() => once(method, path, sent, true)),
    end: () => agent.destroy(),
  };
}
