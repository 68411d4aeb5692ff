import { setTimeout } from 'node:timers/promises';
import type { Screening, ScreeningOutcome, ScreeningSubject } from '#capabilities/party/index.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import type { EgressResponse } from '#platform/egress/pinned-exchange.ts';
import type { Log } from '#platform/log/logger.ts';
import { createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';
import { outcomeIn, toBody } from './wire.ts';

export interface HttpScreeningOptions {
  readonly egress: Egress;
  /** Presents the client certificate. */
  readonly purpose: string;
  /** Of the service; the path is appended. */
  readonly url: string;
  readonly log: Log;
  /** For one question with all its attempts. */
  readonly deadlineMs?: number;
  /** Waits before the second attempt and the ones after it. */
  readonly pausesMs?: readonly number[];
  /** Questions that this process asks concurrently, and those that wait for one of them. */
  readonly askedMax?: number;
  readonly waitingMax?: number;
}

const path = '/v1/screenings';
/** A person waits for the registration: staff decide rather than that it takes longer. */
const deadlineDefaultMs = 4_000;
const pausesDefaultMs = [100, 400] as const;
const askedDefaultMax = 16;
const waitingDefaultMax = 64;
const waitMaxMs = 1_000;

/** Too many questions at a time: the answer is the same as from a service that is away. */
class TooManyQuestions extends Error {
  override readonly name = 'TooManyQuestions';
}

type Attempt =
  | { readonly kind: 'answered'; readonly outcome: ScreeningOutcome }
  /** `isPassing`: another attempt may succeed. Asking again is safe: the service only compares. */
  | { readonly kind: 'failed'; readonly isPassing: boolean };

/**
 * Asks a screening service over HTTP, with a deadline, further attempts after pauses, and a limit on concurrent
 * questions. A service that is away, undecided or not understood leaves the screening open: staff decide.
 */
export function createHttpScreening({
  askedMax = askedDefaultMax,
  deadlineMs = deadlineDefaultMs,
  log,
  pausesMs = pausesDefaultMs,
  waitingMax = waitingDefaultMax,
  ...address
}: HttpScreeningOptions): Screening {
  const limit = createConcurrencyLimit({
    runningMax: askedMax,
    waitingMax,
    waitMaxMs,
    refuse: () => new TooManyQuestions(),
  });
  return {
    async screen(subject) {
      try {
        const outcome = await limit.run(subject.bankId, () =>
          ask(address, subject, { deadlineMs, pausesMs }),
        );
        if (outcome !== undefined) return outcome;
      } catch (error) {
        if (!(error instanceof TooManyQuestions)) throw error;
      }
      log.warn({ bankId: subject.bankId }, 'the screening service has not answered, staff decide');
      return 'open';
    },
  };
}

type Address = Pick<HttpScreeningOptions, 'egress' | 'purpose' | 'url'>;

/** Returns undefined if no attempt within the deadline has an answer. */
async function ask(
  address: Address,
  subject: ScreeningSubject,
  { deadlineMs, pausesMs }: { readonly deadlineMs: number; readonly pausesMs: readonly number[] },
): Promise<ScreeningOutcome | undefined> {
  const endMs = performance.now() + deadlineMs;
  for (const pauseMs of [0, ...pausesMs]) {
    const leftMs = Math.floor(endMs - performance.now() - pauseMs);
    if (leftMs <= 0) return undefined;
    if (pauseMs > 0) await setTimeout(pauseMs);
    const attempt = await askOnce(address, subject, leftMs);
    if (attempt.kind === 'answered') return attempt.outcome;
    if (!attempt.isPassing) return undefined;
  }
  return undefined;
}

async function askOnce(
  { egress, purpose, url }: Address,
  subject: ScreeningSubject,
  timeoutMs: number,
): Promise<Attempt> {
  try {
    const response = await egress.send({
      purpose,
      method: 'POST',
      url: `${url.replace(/\/$/, '')}${path}`,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(toBody(subject)),
      timeoutMs,
    });
    return attemptOf(response);
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error;
    return { kind: 'failed', isPassing: ['timeout', 'unreachable', 'busy'].includes(error.reason) };
  }
}

function attemptOf(response: EgressResponse): Attempt {
  const { status } = response;
  if (status !== 200) return { kind: 'failed', isPassing: status === 429 || status >= 500 };
  const outcome = outcomeIn(jsonIn(response));
  return outcome === undefined ? { kind: 'failed', isPassing: false } : { kind: 'answered', outcome };
}

function jsonIn({ body }: EgressResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
    // Whatever is not JSON is no answer.
  } catch {
    return undefined;
  }
}
