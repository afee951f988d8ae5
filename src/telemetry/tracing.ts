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

/** How long the last spans may take to be sent when the service stops. */
const lastSpansMs = 500;

/** Tells an OpenTelemetry collector of every request. */
export interface Tracing {
  readonly watch: (service: ServiceName) => Instrument;
  /** Sends what is left, or gives up after half a second. */
  close(): Promise<void>;
}

/**
 * Begins to trace. Where to, how many and under which name the SDK reads from OpenTelemetry's own
 * environment variables. Spans are sent behind the scenes, in batches; when the collector cannot
 * be reached they pile up to a limit (2,048 by default) and are dropped beyond it.
 */
export function openTracing(log: FastifyBaseLogger): Tracing {
  const exporter = tellingTrouble(new OTLPTraceExporter(), log);
  const named = resourceFromAttributes({ 'service.name': 'ktima', 'service.version': version });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return {
    watch: service => traceRequests(provider.getTracer(`ktima-${service}`, version)),
    close: async () => {
      const sent = provider.forceFlush().catch(() => {});
      await Promise.race([sent, sleep(lastSpansMs)]);
    },
  };
}

/** Logs when spans cannot be sent and when they can again, once each. */
function tellingTrouble(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let inTrouble = false;
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !inTrouble) {
          log.warn({ reason: result.error?.message }, 'spans cannot be sent; they are dropped');
        } else if (!failed && inTrouble) log.info('spans are sent again');
        inTrouble = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
