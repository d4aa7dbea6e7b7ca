import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type ReadMail, readMail } from './mail-file.ts';

/**
 * How the server treats a mail: accepts it, refuses it temporarily or permanently, or closes the connection without a
 * reply.
 */
type Mood = 'fine' | 'later' | 'never' | 'hangs up' | 'wants a login';

interface Answer extends Error {
  responseCode: number;
}

const answer = (responseCode: number, words: string): Answer =>
  Object.assign(new Error(words), { responseCode });

/** A real SMTP server on this machine. `received` has every mail that it read completely, accepted or not. */
export async function smtpServer(port = 0) {
  const received: (ReadMail & { taken: boolean; recipients: string[] })[] = [];
  const state = { mood: 'fine' as Mood, connections: 0 };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 200,
    onConnect(_session, done) {
      state.connections++;
      done();
    },
    onMailFrom(_address, _session, done) {
      done(state.mood === 'wants a login' ? answer(530, '5.7.0 Authentication required') : null);
    },
    onRcptTo(address, _session, done) {
      // Of several mails one may be refused while others are accepted.
      const unwanted = state.mood === 'never' || address.address.startsWith('nobody');
      done(unwanted ? answer(550, '5.1.1 No such mailbox') : null);
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const { mood } = state;
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const mail = readMail(Buffer.concat(pieces).toString('utf8'));
        received.push({ ...mail, recipients, taken: mood === 'fine' });
        if (mood === 'later') return done(answer(451, '4.3.0 Try again later'));
        if (mood === 'hangs up') {
          for (const connection of server.connections) {
            if ((connection as { session?: object }).session === session) connection.close();
          }
          return;
        }
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    received,
    state,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** A port that nothing listens on. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Accepts connections and never responds. */
export async function tarpit(): Promise<{
  port: number;
  connections: () => number;
  close: () => Promise<void>;
}> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
