import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { describeError } from '#http/server/error-answers.ts';
import { rejectedTooMany, type TooMany } from '#http/server/overload.ts';
import type { Instrument } from '#http/server/server.ts';
import type { Server } from '#http/server/typed-server.ts';
import { KtimaError } from '#tools/errors.ts';

/** The service. */
export type ServiceName = 'api' | 'auth';

/** Error codes that an operator must see: the cause is not the client. */
const operatorCodes = ['BUSY', 'TOO_LONG', 'THROTTLED', 'UNAVAILABLE', 'INTERNAL'];

/** Why the HTTP parser rejects a request. */
const reasons = ['malformed', 'too_large', 'too_slow'] as const;

/** Upper bounds of the histogram buckets of durations. */
const bucketsSeconds = [
  0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** Methods with their own label. A client may invent others, which would make endless series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** HTTP metrics. Returns the function that adds them to a server. */
export function httpMetrics(registry: Registry): (service: ServiceName) => Instrument {
  const registers = [registry];
  const durations = new Histogram({
    name: 'ktima_http_request_duration_seconds',
    help: 'Duration of requests, from the parsed headers to the last byte of the response',
    labelNames: ['service', 'method', 'route', 'status'],
    buckets: bucketsSeconds,
    registers,
  });
  const underWay = new Map<ServiceName, { count: number }>();
  new Gauge({
    name: 'ktima_http_requests_under_way',
    help: 'Requests without a complete response yet',
    labelNames: ['service'],
    registers,
    collect() {
      for (const [service, { count }] of underWay) this.set({ service }, count);
    },
  });
  const aborted = new Counter({
    name: 'ktima_http_requests_aborted_total',
    help: 'Requests whose client disconnected before the response was sent',
    labelNames: ['service'],
    registers,
  });
  const unreadable = new Counter({
    name: 'ktima_http_requests_unreadable_total',
    help: `Requests rejected by the HTTP parser: ${reasons.join(', ')}`,
    labelNames: ['service', 'reason'],
    registers,
  });
  const rejected = new Counter({
    name: 'ktima_http_requests_turned_away_total',
    help: 'Requests rejected with 503 because they waited too long under overload',
    labelNames: ['service'],
    registers,
  });
  const errors = new Counter({
    name: 'ktima_http_errors_total',
    help: 'Rejected and failed requests by error code; INTERNAL is a bug',
    labelNames: ['service', 'code'],
    registers,
  });

  return service => server => {
    const open = { count: 0 };
    underWay.set(service, open);
    const abortedHere = aborted.labels(service);
    // Start all series at 0: Prometheus sees no increase when a series begins at 1.
    abortedHere.inc(0);
    for (const code of operatorCodes) errors.inc({ service, code }, 0);
    for (const reason of reasons) unreadable.inc({ service, reason }, 0);
    const onSent = (request: FastifyRequest, status: number, seconds: number) => {
      const route = routeName(request.routeOptions.url);
      const method = methods.has(request.method) ? request.method : 'other';
      durations.observe({ service, method, route, status }, seconds);
    };
    watchResponses(server, open, onSent, () => abortedHere.inc());
    server.addHook('onError', (_request, _reply, error, done) => {
      errors.inc({ service, code: codeOf(error) });
      done();
    });
    const rejectedHere = rejected.labels(service);
    server.server.on(rejectedTooMany, (what: TooMany) => {
      if (what === 'requests') rejectedHere.inc();
      else errors.inc({ service, code: 'BUSY' });
    });
    server.server.on('clientError', ({ code = '' }: NodeJS.ErrnoException) => {
      if (code !== 'ECONNRESET') unreadable.inc({ service, reason: reasonOf(code) });
    });
  };
}

/** A response with its request and start time. */
interface Watched extends ServerResponse {
  [startedMs]?: number;
  [requestOf]?: FastifyRequest;
}

const startedMs = Symbol('start time');
const requestOf = Symbol('request');

/**
 * Calls `onSent` or `onAborted` at the end of each response. All responses share one listener, which
 * Node calls with the response as `this`. Fastify's `onResponse` hook would add four listeners to
 * each response, and does not report clients that disconnected.
 */
function watchResponses(
  server: Server,
  open: { count: number },
  onSent: (request: FastifyRequest, status: number, seconds: number) => void,
  onAborted: () => void,
): void {
  function closed(this: Watched): void {
    open.count--;
    if (!this.writableFinished) onAborted();
    else onSent(this[requestOf]!, this.statusCode, (performance.now() - this[startedMs]!) / 1_000);
  }
  server.addHook('onRequest', (request, reply, done) => {
    open.count++;
    const response: Watched = reply.raw;
    response[startedMs] = performance.now();
    response[requestOf] = request;
    response.on('close', closed);
    done();
  });
}

/** The route's pattern, not the URL: URLs are unlimited in number and may contain postal addresses. */
function routeName(url: string | undefined): string {
  // The names of assets change with every build of the console.
  return url?.startsWith('/assets/') ? '/assets/*' : (url ?? '(none)');
}

/** The label of an error: status 500 is INTERNAL, an error of Fastify is INVALID_INPUT. */
function codeOf(error: unknown): string {
  if (describeError(error).kind === 'internal') return 'INTERNAL';
  return error instanceof KtimaError ? error.code : 'INVALID_INPUT';
}

function reasonOf(code: string): (typeof reasons)[number] {
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'malformed';
}
