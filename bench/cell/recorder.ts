/** A finished request, or chain of requests, of one kind. */
export interface CellSample {
  readonly kind: string;
  /** Since the start of the recording. */
  readonly endedAtMs: number;
  readonly latencyMs: number;
}

/** A request that was not answered as it should be. */
export interface CellFailure {
  readonly kind: string;
  readonly reason: string;
}

/** Collects what the flows of the mix measure. */
export interface Recorder {
  readonly samples: CellSample[];
  readonly failures: CellFailure[];
  /** Flows that ended as they should, by name. */
  readonly events: Map<string, number>;
  readonly startedAt: number;
}

export function createRecorder(): Recorder {
  return { samples: [], failures: [], events: new Map(), startedAt: performance.now() };
}

/** A refused or broken request ends its flow; the recorder has counted it. */
export class FlowEnded extends Error {
  override readonly name = 'FlowEnded';
}

/**
 * Times one step of a flow. The first step of a flow counts from when the flow was due, so that waiting in the client
 * counts.
 */
export async function timed<Result>(
  { failures, samples, startedAt }: Recorder,
  { kind, since = performance.now() }: { readonly kind: string; readonly since?: number },
  send: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await send();
    const now = performance.now();
    samples.push({ kind, endedAtMs: now - startedAt, latencyMs: now - since });
    return result;
  } catch (error) {
    failures.push({ kind, reason: error instanceof Error ? error.message : String(error) });
    throw new FlowEnded(kind, { cause: error });
  }
}

/** Checks a status; the reason names no member of the body, only its code. */
export function expectStatus<Response extends { readonly status: number; readonly text: string }>(
  response: Response,
  status: number,
): Response {
  if (response.status !== status) throw new Error(`${response.status} ${response.text.slice(0, 200)}`);
  return response;
}
