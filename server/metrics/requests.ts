import { Counter, Histogram, Registry } from 'prom-client';
import type { Answered } from '../http/index.ts';

/** Seconds: from a cached answer to a download. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Requests of one method, route and status. */
interface Count {
  method: string;
  route: string;
  code: string;
  requests: number;
  bytes: number;
  observe: (seconds: number) => void;
}

/** Counts requests. Labels are few: patterns of routes, known methods, codes. */
export function requestFigures() {
  const register = new Registry();
  const registers = [register];
  /** Every count, and where it is found: by route, method and status, whose strings are always the same ones. */
  const all: Count[] = [];
  const found = new Map<string, Map<string, Map<number, Count>>>();

  // Counted in plain numbers, and given to the library when it is asked: it looks labels up at each step.
  new Counter({
    name: 'vitrine_http_requests_total',
    help: 'Requests answered, by route and code; 499: the client left before the answer began.',
    labelNames: ['method', 'route', 'code'],
    registers,
    collect() {
      this.reset();
      for (const { method, route, code, requests } of all) this.inc({ method, route, code }, requests);
    },
  });
  new Counter({
    name: 'vitrine_http_response_bytes_total',
    help: 'Bytes that this server has sent, headers included.',
    labelNames: ['method', 'route'],
    registers,
    collect() {
      this.reset();
      for (const { method, route, bytes } of all) this.inc({ method, route }, bytes);
    },
  });
  const durations = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  });

  function countOf({ method: given, route, status }: Answered): Count {
    const byMethod = found.get(route) ?? new Map<string, Map<number, Count>>();
    found.set(route, byMethod);
    const method = METHODS.has(given) ? given : 'OTHER';
    const byStatus = byMethod.get(method) ?? new Map<number, Count>();
    byMethod.set(method, byStatus);
    const known = byStatus.get(status);
    if (known) return known;
    const { observe } = durations.labels({ method, route });
    const count = { method, route, code: String(status), requests: 0, bytes: 0, observe };
    byStatus.set(status, count);
    all.push(count);
    return count;
  }

  return {
    text: () => register.metrics(),
    count(answered: Answered): void {
      const { method, route, status } = answered;
      const count = found.get(route)?.get(method)?.get(status) ?? countOf(answered);
      count.requests += 1;
      count.bytes += answered.bytes;
      count.observe(answered.seconds);
    },
  };
}

export type RequestFigures = ReturnType<typeof requestFigures>;
