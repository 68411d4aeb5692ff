import type {
  Json,
  RenderJob,
  RenderResult,
  TextSources,
} from '#capabilities/correspondence/ports/document-renderer.ts';

/** A job for a worker. */
export type Task = RenderJob<TextSources | string | Uint8Array>;

/** Result of a worker; never an exception, so that a worker survives bad jobs. */
export type WorkerResponse = RenderResult<unknown>;

/** First message of a worker: it has loaded its program and accepts jobs. */
export const ready = 'ready';

/** Messages of a worker. */
export type WorkerMessage = typeof ready | WorkerResponse;

/** Why a job failed; thrown inside a worker, converted to a result at its boundary. */
export class RenderError extends Error {
  readonly response: WorkerResponse;

  constructor(response: WorkerResponse) {
    super(response.kind);
    this.response = response;
  }
}

/** The template cannot be used; the reason is for its author. */
export function templateNotValid(reason: string): RenderError {
  return new RenderError({ kind: 'template-not-valid', reason: reason.slice(0, reasonMax) });
}

/** The data cannot be used at this path. */
export function dataNotValid(path: string, rule: string): RenderError {
  return new RenderError({ kind: 'data-not-valid', errors: [{ path, rule }] });
}

/** A limit was exceeded. */
export function overLimit(limit: 'time' | 'size' | 'loops'): RenderError {
  return new RenderError({ kind: 'over-limit', limit });
}

// A compiler may quote the whole template.
const reasonMax = 500;

/** Returns whether a value is an object and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record without a prototype, so that only its own members exist. */
export function bareRecord<Value>(): Record<string, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-return -- `Object.create` is untyped
  return Object.create(null);
}

/** Runs one task: a rejection becomes a result, anything else is an internal error and ends the worker. */
export function respond(work: () => unknown): WorkerResponse {
  try {
    return { kind: 'done', product: work() };
  } catch (error) {
    // The boundary of a worker: a rejection is an expected result, like a problem in HTTP.
    if (error instanceof RenderError) return error.response;
    throw error;
  }
}
