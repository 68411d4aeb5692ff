import { setTimeout } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { errorFields } from './error-fields.ts';
import type { RequestSpan, RequestSpanEnd, Tracing, TracingOptions } from './request-span.ts';
import { parseTraceparent, printTraceparent } from './traceparent.ts';

const exportTimeoutMs = 5_000;
/** An unavailable collector must not use up the time for draining. */
const closeTimeoutMs = 2_000;
const exportEveryMs = 2_000;
const batchSpansMax = 512;
/** Spans buffered for the collector; above this, spans are dropped rather than using more memory. */
const waitingSpansMax = 4_096;
const attributeLengthMax = 200;
const attributesMax = 8;
const serverErrorStatus = 500;

/** The names of OpenTelemetry's conventions; no others are ever set. */
const attribute = {
  method: 'http.request.method',
  status: 'http.response.status_code',
  operation: 'portico.operation_id',
  error: 'error.type',
} as const;

type OtlpOptions = TracingOptions & { readonly exporterUrl: string };

/** Tracing with the SDK. Only imported if there is a collector. */
export function startOtlpTracing(options: OtlpOptions): Tracing {
  const processor = new BatchSpanProcessor({
    exporter: reportingFailures(options),
    exportTimeoutMillis: exportTimeoutMs,
    scheduledDelayMillis: exportEveryMs,
    maxExportBatchSize: batchSpansMax,
    maxQueueSize: waitingSpansMax,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
    }),
    spanLimits: { attributeValueLengthLimit: attributeLengthMax, attributeCountLimit: attributesMax },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer(options.serviceName, options.version);
  return Object.freeze({
    requestSpan: ({ traceparent, operationId, method }) => {
      const attributes = { [attribute.method]: method, [attribute.operation]: operationId };
      const span = tracer.startSpan(
        operationId,
        { kind: SpanKind.SERVER, attributes },
        parentOf(traceparent),
      );
      return handleOf(span);
    },
    close: async () => {
      // A batch that failed was reported already; there is nothing left to do about it.
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, setTimeout(closeTimeoutMs, undefined, { ref: false })]);
    },
  } satisfies Tracing);
}

/** The SDK swallows failures; report them. */
function reportingFailures({ exporterUrl, onExportFailed }: OtlpOptions): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: exporterUrl, timeoutMillis: exportTimeoutMs });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined || result.code !== 0) onExportFailed?.(result.error);
        done(result);
      }),
    shutdown: async () => exporter.shutdown(),
  };
}

function parentOf(header: string | undefined): Context {
  const parent = parseTraceparent(header);
  if (parent === undefined) return ROOT_CONTEXT;
  const { traceId, parentId: spanId, flags: traceFlags } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function handleOf(span: Span): RequestSpan {
  const { traceId, spanId: parentId, traceFlags: flags } = span.spanContext();
  return {
    traceId,
    traceparent: () => printTraceparent({ traceId, parentId, flags }),
    end: (outcome) => {
      endSpan(span, outcome);
    },
  };
}

function endSpan(span: Span, { status, error }: RequestSpanEnd): void {
  span.setAttribute(attribute.status, status);
  if (error !== undefined) span.setAttribute(attribute.error, errorFields(error).errorName);
  if (error !== undefined || status >= serverErrorStatus) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
