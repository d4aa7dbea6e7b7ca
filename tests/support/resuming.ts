import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ANSWERED_BY } from './pair.ts';

/** One answer of several that a download was put together from. */
export interface Piece {
  /** Which server sent it. */
  by: string;
  /** Of the object. */
  start: number;
  beganAt: number;
  /** How many of its bytes had come when. */
  log: { at: number; bytes: number }[];
  /** It ended as it should. */
  whole: boolean;
}

export interface Resumed {
  sha256: string;
  size: number;
  etags: Set<string>;
  /** Statuses of those that were resumed. */
  statuses: Set<number>;
  pieces: Piece[];
}

/** `one-anyway` is the balancer's second word for `one`. */
const nameOf = (by: string): string => by.split('-')[0] ?? '';

/** Before it asks again, ms. */
const PAUSE = 300;

async function answerOf(url: string, headers: Record<string, string>): Promise<IncomingMessage | undefined> {
  const call = request(url, { headers, agent: false });
  try {
    const answered = once(call, 'response');
    call.end();
    const [answer] = (await answered) as [IncomingMessage];
    if (answer.statusCode === 200 || answer.statusCode === 206) return answer;
    answer.resume();
  } catch {
    // Refused, or broken before it was answered.
  }
  return undefined;
}

/**
 * Downloads as a program does that resumes: after a break it asks for the rest with Range and If-Range, until it has
 * everything.
 * @param pace bytes a second
 * @param onPiece told of each answer as it begins
 */
export async function resumedByRange(
  url: string,
  pace: number,
  onPiece: (piece: Piece) => void = () => {},
): Promise<Resumed> {
  const hash = createHash('sha256');
  const resumed: Resumed = { sha256: '', size: 0, etags: new Set(), statuses: new Set(), pieces: [] };
  let got = 0;
  for (;;) {
    const [etag] = resumed.etags;
    const rest = got > 0 && etag !== undefined;
    const answer = await answerOf(url, rest ? { range: `bytes=${got}-`, 'if-range': etag } : {});
    if (!answer) {
      await sleep(PAUSE);
      continue;
    }
    resumed.etags.add(String(answer.headers.etag));
    if (rest) resumed.statuses.add(answer.statusCode ?? 0);
    else resumed.size = Number(answer.headers['content-length']);
    if (rest && answer.statusCode !== 206) throw new Error(`resuming was answered ${answer.statusCode}`);
    const by = nameOf(String(answer.headers[ANSWERED_BY]));
    const piece: Piece = { by, start: got, beganAt: Date.now(), log: [], whole: false };
    resumed.pieces.push(piece);
    onPiece(piece);
    try {
      for await (const bytes of answer) {
        hash.update(bytes as Buffer);
        got += (bytes as Buffer).length;
        piece.log.push({ at: Date.now(), bytes: got - piece.start });
        const ahead = ((got - piece.start) / pace) * 1_000 - (Date.now() - piece.beganAt);
        if (ahead > 20) await sleep(ahead);
      }
      piece.whole = true;
    } catch {
      // Broken.
    }
    if (got < resumed.size) continue;
    resumed.sha256 = hash.digest('hex');
    return resumed;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Downloads with curl, and `curl -C -` again until it says that it has everything. */
export async function resumedByCurl(url: string, pace: number, folder: string): Promise<Resumed> {
  const [file, heads] = [join(folder, 'curl.bin'), join(folder, 'curl.head')];
  const resumed: Resumed = { sha256: '', size: 0, etags: new Set(), statuses: new Set(), pieces: [] };
  for (let done = false; !done; ) {
    const start = await sizeOf(file);
    const piece: Piece = { by: '', start, beganAt: Date.now(), log: [], whole: false };
    const look = async () => piece.log.push({ at: Date.now(), bytes: (await sizeOf(file)) - start });
    const watch = setInterval(() => void look(), 100);
    const options = ['-s', '--fail', '-C', '-', '--limit-rate', String(pace), '-D', heads, '-o', file];
    await promisify(execFile)('curl', [...options, url]).then(
      () => {
        done = true;
        piece.whole = true;
      },
      () => sleep(PAUSE),
    );
    clearInterval(watch);
    await look();
    const head = await readFile(heads, 'utf8').catch(() => '');
    const [, status] = /^HTTP\/\S+ (\d+)/.exec(head) ?? [];
    await rm(heads, { force: true });
    if (status !== '200' && status !== '206') continue;
    const header = (name: string) => new RegExp(`^${name}: (.*)\\r$`, 'im').exec(head)?.[1] ?? '';
    piece.by = nameOf(header(ANSWERED_BY));
    resumed.etags.add(header('etag'));
    if (start > 0) resumed.statuses.add(Number(status));
    resumed.pieces.push(piece);
  }
  resumed.size = await sizeOf(file);
  resumed.sha256 = await hashOf(file);
  await rm(file);
  return resumed;
}
