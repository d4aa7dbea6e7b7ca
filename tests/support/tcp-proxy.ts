import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What the proxy does with one connection; nothing given: it passes everything on. */
export interface ConnectionPlan {
  /** Breaks the connection once this many bytes of the answer have passed. */
  cutAfter?: number;
  /** Looks at the head of its first request: true leaves this connection whole after all. */
  spares?: (head: string) => boolean;
  /** Passes nothing more of the answer after this many bytes, and keeps the connection open. */
  hangAfter?: number;
  /** Lets so much of the answer pass in a second, bytes: a slow line. */
  pace?: number;
  /** Answers this at once and closes, without asking the target: an HTTP answer as it goes over the wire. */
  answer?: string;
}

export interface TcpProxy {
  port: number;
  /** Connections so far. */
  connections: () => number;
  /** Connections that were broken. */
  cuts: () => number;
  /** Points it to another place: the server came back on another port. */
  retarget: (target: Target) => void;
  /** Breaks every connection there is. */
  breakAll: () => void;
  close: () => Promise<void>;
}

/** A connection that the target refuses ends after this, ms. */
const REFUSED_AFTER = 300;

interface Target {
  host: string;
  port: number;
}

/** An HTTP answer for `ConnectionPlan.answer`, as a store in trouble gives it. */
export const unavailable =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/**
 * A TCP proxy on the loopback that breaks connections as told (faults.md: "a small TCP proxy of our own").
 * @param onConnection decides about the nth connection, counted from 0
 */
export async function startProxy({
  target,
  onConnection = () => ({}),
  onAnswer,
}: {
  target: Target;
  onConnection?: (n: number) => ConnectionPlan;
  /** Sees what is let through of each connection's answers, piece by piece. */
  onAnswer?: ((n: number, piece: Buffer) => void) | undefined;
}): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let count = 0;
  let cuts = 0;
  let goal = target;

  const server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client)).on('error', () => {});
    const n = count++;
    const plan = onConnection(n);
    const { answer } = plan;
    if (answer !== undefined) {
      client.once('data', () => client.end(answer));
      return;
    }
    const onPiece = onAnswer && ((piece: Buffer) => onAnswer(n, piece));
    relay(client, connect(goal.port, goal.host), plan, { onPiece, onCut: () => cuts++ });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    cuts: () => cuts,
    retarget(next) {
      goal = next;
    },
    breakAll() {
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Passes bytes both ways, and no more of the answer than the plan lets through. */
function relay(
  client: Socket,
  upstream: Socket,
  { cutAfter, hangAfter, pace, spares }: ConnectionPlan,
  { onPiece, onCut }: { onPiece: ((piece: Buffer) => void) | undefined; onCut: () => void },
): void {
  let room = Math.min(cutAfter ?? Number.POSITIVE_INFINITY, hangAfter ?? Number.POSITIVE_INFINITY);
  let passed = 0;
  let waiting: NodeJS.Timeout | undefined;
  client.once('data', (head: Buffer) => {
    if (spares?.(head.toString('latin1'))) room = Number.POSITIVE_INFINITY;
  });
  client.pipe(upstream);
  upstream.on('data', (chunk: Buffer) => {
    const piece = chunk.subarray(0, room - passed);
    passed += piece.length;
    onPiece?.(piece);
    if (piece.length > 0 && !client.write(piece)) upstream.pause();
    if (pace !== undefined) {
      upstream.pause();
      waiting = setTimeout(
        () => {
          waiting = undefined;
          if (passed < room) upstream.resume();
        },
        (piece.length / pace) * 1_000,
      );
    }
    if (passed < room) return;
    upstream.pause();
    if (hangAfter !== room) {
      onCut();
      // What was let through arrives before the end: a reset would throw it away.
      client.end();
      client.destroySoon();
      upstream.destroy();
    }
  });
  client.on('drain', () => {
    if (passed < room && waiting === undefined) upstream.resume();
  });
  upstream.on('end', () => client.end());
  upstream.on('close', (failed) => {
    if (!failed) client.destroySoon();
    // Who is refused in an instant asks again thousands of times before a server is back.
    else setTimeout(() => client.destroy(), upstream.bytesRead > 0 ? 0 : REFUSED_AFTER).unref();
  });
  upstream.on('error', () => {});
  client.on('close', () => upstream.destroy());
}
