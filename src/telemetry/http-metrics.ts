import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { KtimaError } from '../errors.ts';
import { describeError } from '../http/errors.ts';
import type { Instrument } from '../http/server.ts';
import { rejectedTooMany, type TooMany } from '../http/too-many-requests.ts';
import type { Server } from '../http/typed-server.ts';

/** Which of the two services. */
export type ServiceName = 'api' | 'auth';

/** Errors that are ours to see to, not the caller's. */
const notedCodes = ['BUSY', 'THROTTLED', 'UNAVAILABLE', 'INTERNAL'];

/** Why the HTTP parser refuses a request. */
const reasons = ['malformed', 'too_large', 'too_slow'] as const;

/** Upper bounds of the classes in which durations are counted. */
const bucketsSeconds = [
  0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** Methods that have a label of their own; a caller may invent others. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method, if it is one of the usual. */
export function knownMethod(method: string): string | undefined {
  return methods.has(method) ? method : undefined;
}

/** The metrics of HTTP; returns what makes a server count. */
export function httpMetrics(registry: Registry): (service: ServiceName) => Instrument {
  const registers = [registry];
  const durations = new Histogram({
    name: 'ktima_http_request_duration_seconds',
    help: 'How long answers took, from the first look at the request to the last byte',
    labelNames: ['service', 'method', 'route', 'status'],
    buckets: bucketsSeconds,
    registers,
  });
  const underWay = new Map<ServiceName, { count: number }>();
  new Gauge({
    name: 'ktima_http_requests_under_way',
    help: 'Requests that came in and are not answered yet',
    labelNames: ['service'],
    registers,
    collect() {
      for (const [service, { count }] of underWay) this.set({ service }, count);
    },
  });
  const aborted = new Counter({
    name: 'ktima_http_requests_aborted_total',
    help: 'Requests whose client went away before the answer was out',
    labelNames: ['service'],
    registers,
  });
  const unreadable = new Counter({
    name: 'ktima_http_requests_unreadable_total',
    help: `Requests refused by the HTTP parser: ${reasons.join(', ')}`,
    labelNames: ['service', 'reason'],
    registers,
  });
  const away = new Counter({
    name: 'ktima_http_requests_turned_away_total',
    help: 'Requests that waited too long behind others and were answered 503',
    labelNames: ['service'],
    registers,
  });
  const errors = new Counter({
    name: 'ktima_http_errors_total',
    help: 'Refused and failed requests by error code; INTERNAL is a bug',
    labelNames: ['service', 'code'],
    registers,
  });

  return service => server => {
    const open = { count: 0 };
    underWay.set(service, open);
    const abortedHere = aborted.labels(service);
    // From zero on: else the first of a kind would be no increase.
    abortedHere.inc(0);
    for (const code of notedCodes) errors.inc({ service, code }, 0);
    for (const reason of reasons) unreadable.inc({ service, reason }, 0);
    const answered = (request: FastifyRequest, status: number, seconds: number) => {
      const route = routeName(request.routeOptions.url);
      const method = knownMethod(request.method) ?? 'other';
      durations.observe({ service, method, route, status }, seconds);
    };
    watchAnswers(server, open, answered, () => abortedHere.inc());
    server.addHook('onError', (_request, _reply, error, done) => {
      errors.inc({ service, code: codeOf(error) });
      done();
    });
    const awayHere = away.labels(service);
    server.server.on(rejectedTooMany, (what: TooMany) => {
      if (what === 'requests') awayHere.inc();
      else errors.inc({ service, code: 'BUSY' });
    });
    server.server.on('clientError', ({ code = '' }: NodeJS.ErrnoException) => {
      if (code !== 'ECONNRESET') unreadable.inc({ service, reason: reasonOf(code) });
    });
  };
}

/** What an answer carries until it is out. */
interface Watched extends ServerResponse {
  [beganMs]?: number;
  [asked]?: FastifyRequest;
}

const beganMs = Symbol('when the request was first seen');
const asked = Symbol('the request');

/**
 * Looks at each request when it comes in, and once more when its answer is out or its client is
 * gone. One listener for all requests, which Node calls with the answer as `this`: an `onResponse`
 * hook would have Fastify add four of its own to each, and says nothing of clients that left.
 */
function watchAnswers(
  server: Server,
  open: { count: number },
  answered: (request: FastifyRequest, status: number, seconds: number) => void,
  aborted: () => void,
): void {
  function closed(this: Watched): void {
    open.count--;
    if (!this.writableFinished) aborted();
    else answered(this[asked]!, this.statusCode, (performance.now() - this[beganMs]!) / 1_000);
  }
  server.addHook('onRequest', (request, reply, done) => {
    open.count++;
    const answer: Watched = reply.raw;
    answer[beganMs] = performance.now();
    answer[asked] = request;
    answer.on('close', closed);
    done();
  });
}

/** The route's own pattern, never the URL: those are without number, and may hold addresses. */
export function routeName(url: string | undefined): string {
  // These names change with every build of the console.
  return url?.startsWith('/assets/') ? '/assets/*' : (url ?? '(none)');
}

/** What is answered 500 is a bug, whatever it is called; what the framework refuses, bad input. */
function codeOf(error: unknown): string {
  if (describeError(error).status === 500) return 'INTERNAL';
  return error instanceof KtimaError ? error.code : 'INVALID_INPUT';
}

function reasonOf(code: string): (typeof reasons)[number] {
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'malformed';
}
