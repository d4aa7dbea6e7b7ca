import { Counter, Histogram, Registry } from 'prom-client';
import type { Answered } from '../http/index.ts';

/** Seconds: from a cached answer to a download. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts requests. Labels are few: patterns of routes, known methods, codes. */
export function requestFigures() {
  const register = new Registry();
  const of = { registers: [register] };
  const requests = new Counter({
    name: 'vitrine_http_requests_total',
    help: 'Requests answered, by route and code; 499: the client left before the answer began.',
    labelNames: ['method', 'route', 'code'],
    ...of,
  });
  const durations = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    ...of,
  });
  const sent = new Counter({
    name: 'vitrine_http_response_bytes_total',
    help: 'Bytes that this server has sent, headers included.',
    labelNames: ['method', 'route'],
    ...of,
  });

  /** What counts requests of one kind, since to find it by its labels costs more than to count. */
  const counters = new Map<string, (seconds: number, bytes: number) => void>();
  function counterOf(key: string, { method: given, route, status }: Answered) {
    const method = METHODS.has(given) ? given : 'OTHER';
    const labels = { method, route };
    const [request, duration, byte] = [
      requests.labels({ ...labels, code: String(status) }),
      durations.labels(labels),
      sent.labels(labels),
    ];
    const count = (seconds: number, bytes: number) => {
      request.inc();
      duration.observe(seconds);
      byte.inc(bytes);
    };
    counters.set(key, count);
    return count;
  }

  return {
    text: () => register.metrics(),
    count(answered: Answered): void {
      const key = `${answered.method} ${answered.route} ${answered.status}`;
      (counters.get(key) ?? counterOf(key, answered))(answered.seconds, answered.bytes);
    },
  };
}

export type RequestFigures = ReturnType<typeof requestFigures>;
