import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface PausedReaders {
  /** Lets them all read on; how many bytes each had until its connection ended. */
  readOn: () => Promise<number[]>;
  close: () => void;
}

/** Clients that ask for a path and then take nothing: their systems' buffers fill up, and then the server's. */
export async function pausedReaders(port: number, path: string, count: number): Promise<PausedReaders> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    sockets.push(socket);
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
    readOn: () => Promise.all(sockets.map(read)),
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
