import { connect } from 'node:net';

export interface LightClient {
  /** Sends one request and waits for the answer's last byte. @returns its status */
  send: (request: Buffer) => Promise<number>;
  close: () => void;
}

/**
 * The least HTTP client there can be, for answers with a Content-Length on one kept connection: what the load costs is
 * taken from the server, which runs on the same cores.
 */
export async function lightClient(url: string): Promise<LightClient> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay();
  let waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;
  let got = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    got += text;
    const head = got.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(got)?.[1]);
    if (got.length < head + 4 + length) return;
    const status = Number(got.slice(9, 12));
    got = '';
    waiting?.resolve(status);
  });
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    send(request) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      });
    },
    close: () => void socket.destroy(),
  };
}

/** The bytes of a request: a GET, or a POST of JSON. */
export function requestBytes(url: string, path: string, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`, `host: ${new URL(url).host}`];
  if (body !== undefined) {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}
