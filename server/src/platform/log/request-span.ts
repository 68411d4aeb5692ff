/** What is known of a request when its span starts. */
export interface RequestSpanStart {
  /** The header as received; anything but a valid one starts a new trace. */
  readonly traceparent?: string | undefined;
  readonly operationId: string;
  readonly method: string;
}

/** What is known about a request when it has finished. Of an error only its name is recorded. */
export interface RequestSpanEnd {
  readonly status: number;
  readonly error?: unknown;
}

/** The span of one request. */
export interface RequestSpan {
  /** For the log line; without an exporter only a trace that the caller started has one. */
  readonly traceId: string | undefined;
  /** Returns the header to send to other systems for this request. */
  readonly traceparent: () => string | undefined;
  readonly end: (outcome: RequestSpanEnd) => void;
}

/** Traces of the process. Spans have allow-listed attributes only: no path, no query, no message. */
export interface Tracing {
  readonly requestSpan: (start: RequestSpanStart) => RequestSpan;
  /** Sends the remaining spans. Never throws: a lost trace must not delay the end of the process. */
  readonly close: () => Promise<void>;
}

/** How tracing is set up. */
export interface TracingOptions {
  /** Full OTLP/HTTP address for traces, path included. Absent: nothing is traced and no SDK is loaded. */
  readonly exporterUrl: string | undefined;
  readonly serviceName: string;
  readonly version: string;
  /** Called for each batch that the collector did not accept. */
  readonly onExportFailed?: (error: Error | undefined) => void;
}
