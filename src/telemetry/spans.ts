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
 * Makes one span of each request, named by its route and continuing the caller's trace. Nothing
 * that a caller wrote gets into it but the request's id: no path, no query, no address, no token.
 */
export function traceRequests(tracer: Tracer): Instrument {
  const underWay = new WeakMap<ServerResponse, { request: FastifyRequest; span: Span }>();
  function closed(this: ServerResponse): void {
    const { request, span } = underWay.get(this)!;
    // Read only now: it may have been replaced by the caller's own.
    span.setAttribute('ktima.request_id', request.id);
    if (this.writableFinished) tellStatus(span, this.statusCode);
    else span.setStatus({ code: SpanStatusCode.ERROR, message: 'the client went away' });
    // By the same clock as its start; without a time it would be cut to milliseconds.
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

/** Name and attributes by the conventions of OpenTelemetry for HTTP servers. */
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

function tellStatus(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) {
    span.setAttribute('error.type', String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
}
