import type { RequestSpan, RequestSpanStart, Tracing, TracingOptions } from './request-span.ts';
import { parseTraceparent } from './traceparent.ts';

/** Starts tracing, or what costs next to nothing instead of it. */
export async function startTracing({ exporterUrl, ...options }: TracingOptions): Promise<Tracing> {
  if (exporterUrl === undefined) return untraced;
  const { startOtlpTracing } = await import('./otlp-tracing.ts');
  return startOtlpTracing({ ...options, exporterUrl });
}

const unstarted: RequestSpan = Object.freeze({
  traceId: undefined,
  traceparent: () => undefined,
  end: () => undefined,
});

/** Hands on the trace of a caller who has one, so that the chain does not break at us. */
const untraced: Tracing = Object.freeze({
  requestSpan: ({ traceparent }: RequestSpanStart) => {
    const parent = parseTraceparent(traceparent);
    if (parent === undefined) return unstarted;
    return { traceId: parent.traceId, traceparent: () => traceparent, end: unstarted.end };
  },
  close: async () => undefined,
});
