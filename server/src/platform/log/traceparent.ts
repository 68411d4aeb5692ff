/** The part of a `traceparent` header that a span continues. */
export interface TraceParent {
  readonly traceId: string;
  readonly parentId: string;
  readonly flags: number;
}

/** W3C Trace Context, version 00; ids of zeros only are not ids. */
const shape = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Parses the header as strictly as the standard defines it; `undefined` means: start a new trace. */
export function parseTraceparent(header: string | undefined): TraceParent | undefined {
  const [, traceId, parentId, flags] = header === undefined ? [] : (shape.exec(header) ?? []);
  if (traceId === undefined || parentId === undefined || flags === undefined) return undefined;
  return { traceId, parentId, flags: Number.parseInt(flags, 16) };
}

/** Formats the header for the next system. */
export function printTraceparent({ traceId, parentId, flags }: TraceParent): string {
  return `00-${traceId}-${parentId}-${flags.toString(16).padStart(2, '0')}`;
}
