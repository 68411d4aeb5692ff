import type { RequestSpan, RequestSpanStart, Tracing, TracingOptions } from './request-span.ts';
import { parseTraceparent } from './traceparent.ts';

/** Starts tracing, or a substitute of almost no cost. */
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

/** Passes on the trace of a caller that has one, so that the trace does not end here. */
const untraced: Tracing = Object.freeze({
  requestSpan: ({ traceparent }: RequestSpanStart) => {
    const parent = parseTraceparent(traceparent);
    if (parent === undefined) return unstarted;
    return { traceId: parent.traceId, traceparent: () => traceparent, end: unstarted.end };
  },
  close: async () => undefined,
});
