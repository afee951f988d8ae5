import { setTimeout as sleep } from 'node:timers/promises';
import { ExportResultCode } from '@opentelemetry/core';
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
import type { FastifyBaseLogger } from 'fastify';
import { version } from '../http/openapi/describe.ts';
import type { Instrument } from '../http/server.ts';
import type { ServiceName } from './http-metrics.ts';
import { traceRequests } from './spans.ts';

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
