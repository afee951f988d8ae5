import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { version } from '../http/openapi/describe.ts';
import type { Instrument } from '../http/server.ts';
import { knownMethod, routeName, type ServiceName } from './http-metrics.ts';

/** How long sending the last spans may take when the service stops. */
const lastSpansMs = 500;

/** Sends a span of every request to an OpenTelemetry collector. */
export interface Tracing {
  readonly traceService: (service: ServiceName) => Instrument;
  /** Sends the remaining spans, or gives up after half a second. */
  close(): Promise<void>;
}

/**
 * Starts tracing. OpenTelemetry's own environment variables set the collector, the sampling and the
 * service name. Spans are sent in batches in the background. If the collector cannot be reached,
 * up to 2,048 spans (by default) are queued and further ones are dropped.
 */
export function openTracing(log: FastifyBaseLogger): Tracing {
  const exporter = logExportFailures(new OTLPTraceExporter(), log);
  const named = resourceFromAttributes({ 'service.name': 'ktima', 'service.version': version });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return {
    traceService: service => traceRequests(provider.getTracer(`ktima-${service}`, version)),
    close: async () => {
      const sent = provider.forceFlush().catch(() => {});
      await Promise.race([sent, sleep(lastSpansMs)]);
    },
  };
}

/** Logs once when sending fails, and once when it works again. */
function logExportFailures(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isFailing) {
          log.warn({ reason: result.error?.message }, 'spans cannot be sent; they are dropped');
        } else if (!failed && isFailing) log.info('spans are sent again');
        isFailing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** Reads `traceparent` and `tracestate` (W3C Trace Context). */
const propagator = new W3CTraceContextPropagator();

/**
 * Creates one span per request, named after its route, as part of the client's trace. Of the
 * client's input it contains only the request id: no path, query, IP address or token.
 */
function traceRequests(tracer: Tracer): Instrument {
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
