import type { ServerResponse } from 'node:http';
import type { onResponseHookHandler } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { KtimaError } from '../errors.ts';
import type { Server, Watcher } from '../http/server.ts';
import { type AddDuration, durationHistogram } from './durations.ts';

/** Which of the two services. */
export type ServiceName = 'api' | 'auth';

/** Methods that have a label of their own; a caller may invent others. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method, if it is one of the usual. */
export function knownMethod(method: string): string | undefined {
  return methods.has(method) ? method : undefined;
}

/** The metrics of HTTP; returns what makes a server count. */
export function httpMetrics(registry: Registry): (service: ServiceName) => Watcher {
  const registers = [registry];
  const durations = durationHistogram(
    registry,
    'ktima_http_request_duration_seconds',
    'Answers and how long each took from the first look at the request to its last byte',
  );
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
    help: 'Requests refused by the HTTP parser: malformed, too_large or too_slow',
    labelNames: ['service', 'reason'],
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
    countUnderWay(server, open, () => abortedHere.inc());
    countAnswers(server, labels => durations({ service, ...labels }));
    server.addHook('onError', (_request, _reply, error, done) => {
      errors.inc({ service, code: codeOf(error) });
      done();
    });
    server.server.on('clientError', ({ code = '' }: NodeJS.ErrnoException) => {
      if (code !== 'ECONNRESET') unreadable.inc({ service, reason: reasonOf(code) });
    });
  };
}

/** Counts up when a request comes in, and down when its answer is out or its client is gone. */
function countUnderWay(server: Server, open: { count: number }, tellAborted: () => void): void {
  // One function for all requests: Node calls it with the answer as `this`.
  function closed(this: ServerResponse): void {
    open.count--;
    if (!this.writableFinished) tellAborted();
  }
  server.addHook('onRequest', (_request, reply, done) => {
    open.count++;
    reply.raw.on('close', closed);
    done();
  });
}

type AnswerLabels = Readonly<Record<'method' | 'route' | 'status', string>>;

/**
 * Tells how long each answer took. Every route gets a hook that knows its labels: to ask a request
 * for its route makes an object each time.
 */
function countAnswers(server: Server, openTally: (labels: AnswerLabels) => AddDuration): void {
  server.addHook('onRoute', route => {
    const method = String(route.method);
    const count = answerCounter(status =>
      openTally({ method, route: routeName(route.url), status }),
    );
    route.onResponse = [route.onResponse ?? [], count].flat();
  });
  const unrouted = new Map<string, onResponseHookHandler>();
  server.addHook('onResponse', function (request, reply, done) {
    if (!request.is404) return done();
    const method = knownMethod(request.method) ?? 'other';
    let count = unrouted.get(method);
    if (!count) {
      count = answerCounter(status => openTally({ method, route: '(none)', status }));
      unrouted.set(method, count);
    }
    count.call(this, request, reply, done);
  });
}

/** A hook that adds each answer's duration to the tally of its status. */
function answerCounter(openTally: (status: string) => AddDuration): onResponseHookHandler {
  const byStatus: AddDuration[] = [];
  return (_request, reply, done) => {
    const { statusCode, elapsedTime } = reply;
    byStatus[statusCode] ??= openTally(String(statusCode));
    byStatus[statusCode](elapsedTime / 1_000);
    done();
  };
}

/** The route's own pattern, never the URL: those are without number, and may hold addresses. */
export function routeName(url: string): string {
  // These names change with every build of the console.
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

/** Ours have a code; what the framework refuses has one too, and a status. */
function codeOf(error: Error & { statusCode?: number }): string {
  if (error instanceof KtimaError) return error.code;
  return error.statusCode !== undefined && error.statusCode < 500 ? 'INVALID_INPUT' : 'INTERNAL';
}

function reasonOf(code: string): 'malformed' | 'too_large' | 'too_slow' {
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'malformed';
}
