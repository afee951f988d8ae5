import type { ServerResponse } from 'node:http';
import {
  type Attributes,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { FastifyRequest } from 'fastify';
import type { Instrument } from '../http/server.ts';
import { knownMethod, routeName } from './http-metrics.ts';

/** Reads `traceparent` and `tracestate` (W3C Trace Context). */
const propagator = new W3CTraceContextPropagator();

/**
 * Creates one span per request, named after its route, as part of the client's trace. Of the
 * client's input it contains only the request id: no path, query, IP address or token.
 */
export function traceRequests(tracer: Tracer): Instrument {
  const underWay = new WeakMap<ServerResponse, { request: FastifyRequest; span: Span }>();
  function closed(this: ServerResponse): void {
    const { request, span } = underWay.get(this)!;
    // The final request id; it changes when the client sends its own.
    span.setAttribute('ktima.request_id', request.id);
    if (this.writableFinished) setSpanStatus(span, this.statusCode);
    else span.setStatus({ code: SpanStatusCode.ERROR, message: 'the client disconnected' });
    // Use the clock of the start time; the default would round to milliseconds.
    span.end(performance.now());
  }
  return server => {
    server.addHook('onRequest', (request, reply, done) => {
      const startTime = performance.now();
      const parent = propagator.extract(ROOT_CONTEXT, request.raw.headers, defaultTextMapGetter);
      const { name, attributes } = describe(request);
      const options = { kind: SpanKind.SERVER, attributes, startTime };
      const span = tracer.startSpan(name, options, parent);
      underWay.set(reply.raw, { request, span });
      reply.raw.on('close', closed);
      done();
    });
  };
}

/** Name and attributes follow OpenTelemetry's conventions for HTTP servers. */
function describe(request: FastifyRequest): { name: string; attributes: Attributes } {
  const { url } = request.routeOptions;
  const method = knownMethod(request.method) ?? '_OTHER';
  const name = method === '_OTHER' ? 'HTTP' : method;
  if (url === undefined) return { name, attributes: { 'http.request.method': method } };
  const route = routeName(url);
  return {
    name: `${name} ${route}`,
    attributes: { 'http.request.method': method, 'http.route': route },
  };
}

function setSpanStatus(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) {
    span.setAttribute('error.type', String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
}
