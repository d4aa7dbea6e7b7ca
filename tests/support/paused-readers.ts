import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface PausedReaders {
  /** Waits for the beginning of each one's answer, and takes no more than that: the statuses. */
  statuses: () => Promise<number[]>;
  /** Lets them all read on; how many bytes each had until its connection ended. */
  readOn: () => Promise<number[]>;
  close: () => void;
}

/**
 * Clients that ask for a path and then take nothing: their systems' buffers fill up, and then the server's.
 * @param perAddress so many at most from one address of the loopback
 */
export async function pausedReaders(
  port: number,
  path: string,
  count: number,
  perAddress = count,
): Promise<PausedReaders> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const localAddress = `127.0.${Math.floor(n / perAddress)}.1`;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.pause();
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    sockets.push(socket);
  }
  async function statusOf(socket: Socket): Promise<number> {
    let head: Buffer | null = null;
    while (head === null) {
      head = socket.read();
      if (head === null) await once(socket, 'readable');
    }
    return Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString('latin1'))?.[1]);
  }
  const read = (socket: Socket): Promise<number> =>
    new Promise((resolve) => {
      let bytes = 0;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      });
      socket.on('close', () => resolve(bytes));
      socket.resume();
    });
  return {
    statuses: () => Promise.all(sockets.map(statusOf)),
    readOn: () => Promise.all(sockets.map(read)),
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
