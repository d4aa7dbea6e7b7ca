import type { Socket } from 'node:net';
import type { Envelope } from '../../contract/envelope.ts';

/** Parser errors that are not a malformed request. */
const words: Record<string, [code: 400 | 408, status: string, msg: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'The request took too long to arrive. Please try again.',
  ],
  HPE_HEADER_OVERFLOW: [400, 'Bad Request', 'The headers of this request are too large.'],
};

/** Answers a malformed or timed-out request with the envelope, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const [code, status, msg] = words[error.code ?? ''] ?? [
      400,
      'Bad Request',
      'The request could not be understood.',
    ];
    const body = JSON.stringify({ code, msg } satisfies Envelope<never>);
    socket.write(
      `HTTP/1.1 ${code} ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
