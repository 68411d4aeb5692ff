import type {
  Json,
  RenderJob,
  RenderResult,
  TextSources,
} from '#capabilities/correspondence/ports/document-renderer.ts';

/** A job on its way to a hand. */
export type Task = RenderJob<TextSources | string | Uint8Array>;

/** What a hand gives back; never an exception, so that a hand outlives bad work. */
export type WorkerResponse = RenderResult<unknown>;

/** The first thing a hand says: it has read its program and takes work from now on. */
export const ready = 'ready';

/** What a hand says. */
export type Word = typeof ready | WorkerResponse;

/** Why a job ended without a product; thrown inside a hand, turned into an answer at its edge. */
export class Refusal extends Error {
  readonly answer: WorkerResponse;

  constructor(answer: WorkerResponse) {
    super(answer.kind);
    this.answer = answer;
  }
}

/** The template cannot be used; the reason is for its author. */
export function templateNotValid(reason: string): Refusal {
  return new Refusal({ kind: 'template-not-valid', reason: reason.slice(0, reasonMax) });
}

/** The data cannot be used at one place. */
export function dataNotValid(path: string, rule: string): Refusal {
  return new Refusal({ kind: 'data-not-valid', faults: [{ path, rule }] });
}

/** It grew or went on beyond what is allowed. */
export function overLimit(limit: 'time' | 'size' | 'loops'): Refusal {
  return new Refusal({ kind: 'over-limit', limit });
}

// A compiler may quote the whole template.
const reasonMax = 500;

/** Whether something has named members; lists have not. */
export function isRecord(value: unknown): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record that inherits nothing: what was not put in cannot be found in it. */
export function bareRecord<Value>(): Record<string, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the type of `Object.create` says nothing
  return Object.create(null);
}

/** Does one task: what is refused becomes an answer, anything else is a bug and brings the hand down. */
export function answered(work: () => unknown): WorkerResponse {
  try {
    return { kind: 'done', product: work() };
  } catch (error) {
    // The edge of a hand: a refusal is an expected answer, as a problem is at the edge of HTTP.
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}
