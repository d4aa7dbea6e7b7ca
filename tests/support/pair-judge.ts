import { expect } from 'vitest';
import type { Piece, Resumed } from './resuming.ts';

/** Written every 2 s (decisions §5); the timer and the write itself may be late on a busy machine. */
const WRITTEN_WITHIN = 3_000;
/** Beyond what the client has taken, the systems and the balancer hold so much on its way at most. */
const UNDERWAY = 16 * 1024 * 1024;

export interface Killed {
  name: string;
  at: number;
  /** ms by which a write of this database came later than its timer, about then. */
  late?: number;
}

/** A row of `records`. */
export interface RecordRow {
  email: string;
  subset_path: string;
  bytes_sent: string;
  total_bytes: string;
  complete: number | null;
  ip: string;
}

/** How many of its bytes had come. */
export const bytesOf = ({ log }: Piece, before = Number.POSITIVE_INFINITY): number =>
  log.findLast(({ at }) => at < before)?.bytes ?? 0;

type Span = [from: number, to: number];

/** Whether they leave nothing out, in the order in which they came. */
function covers(spans: Span[], size: number): boolean {
  let end = 0;
  for (const [from, to] of spans) if (from <= end) end = Math.max(end, to);
  return end >= size;
}

/** What the client had of a piece by the last time that its server must have written it before it was killed. */
function certain(piece: Piece, kills: Killed[]): Span {
  const kill = kills.find(({ name, at }) => name === piece.by && at > piece.beganAt);
  return [piece.start, piece.start + bytesOf(piece, kill && kill.at - WRITTEN_WITHIN - (kill.late ?? 0))];
}

/** Of one download: one record, right to 2 s of traffic (faults.md, "kill -9 in a download"). */
export function judgeRecord(rows: RecordRow[], resumed: Resumed, kills: Killed[]): void {
  const told = JSON.stringify({
    rows,
    kills,
    pieces: resumed.pieces.map((p) => ({ ...p, log: bytesOf(p) })),
  });
  const [record, ...none] = rows;
  expect(none, told).toEqual([]);
  const spans = resumed.pieces.map((piece) => certain(piece, kills));
  const sum = (lengths: number[]) => lengths.reduce((all, length) => all + length, 0);
  expect(Number(record?.total_bytes), told).toBe(resumed.size);
  expect(Number(record?.bytes_sent), told).toBeGreaterThanOrEqual(sum(spans.map(([from, to]) => to - from)));
  const broken = resumed.pieces.filter(({ whole }) => !whole);
  const came = sum(resumed.pieces.map((piece) => bytesOf(piece)));
  expect(Number(record?.bytes_sent), told).toBeLessThanOrEqual(came + broken.length * UNDERWAY);
  expect(record?.ip, told).toBe('127.0.0.1');
  if (covers(spans, resumed.size)) expect(record?.complete, told).toBe(1);
}
