import { createServer, type Server } from 'node:http';

const WORDS = 'The portal is being upgraded. Please try again in a moment.';
/** Retry-After, in seconds. */
const AGAIN = 10;

/**
 * Answers in place of the app while a former version's database is migrated: `/healthz` with 200, so that no supervisor
 * kills the process, and 503 to everything else.
 * @returns `end` frees the port
 */
export function answerWhileUpgrading({ port, host }: { port: number; host: string }): {
  server: Server;
  end: () => Promise<void>;
} {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    response.setHeader('Cache-Control', 'no-store');
    if (path === '/healthz') {
      response.setHeader('Content-Type', 'text/plain; charset=utf-8').end('ok');
      return;
    }
    const isCall = path.startsWith('/api/');
    response.writeHead(503, {
      'Content-Type': `${isCall ? 'application/json' : 'text/plain'}; charset=utf-8`,
      'Retry-After': AGAIN,
    });
    response.end(isCall ? JSON.stringify({ code: 503, msg: WORDS, data: null }) : `${WORDS}\n`);
  });
  // A port in use is reported when the app itself listens.
  server.on('error', () => {});
  server.listen(port, host);
  return {
    server,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
