import type { Temporal } from 'temporal-polyfill';
import type { Static } from 'typebox';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { createBreaker } from './breaker.ts';
import { type CoreOperation, getProfile } from './contract/operations.ts';
import { type CoreAddress, type CoreRequest, type Exchange, exchange } from './exchange.ts';

export interface CoreClientOptions extends Omit<CoreAddress, 'timeoutMs'> {
  readonly clock: Clock;
  /** For each request, the connection included. */
  readonly timeoutMs?: number;
  /** Failures in a row after which the core is not called. */
  readonly failuresMax?: number;
  /** How long it is not called before a trial. */
  readonly pauseMs?: number;
}

type Profile = Static<typeof getProfile.response>;

/** The requests of one core: one attempt each, never repeated here. */
export interface CoreClient {
  /** Resolves with an answer or a problem that the operation declares; everything else is a `CoreFailure`. */
  call<Operation extends CoreOperation, Answer>(
    operation: Operation,
    request: CoreRequest,
    read: (body: Static<Operation['response']>) => Answer,
  ): Promise<Exclude<Exchange<Answer>, { readonly kind: 'failed' }>>;
  /** Reads the profile unless it is recent; rejects as `not-sent`, because nothing else was sent. */
  prepare(): Promise<void>;
  /** The profile as it was read last. */
  profile(): Profile | undefined;
}

const timeoutDefaultMs = 3_000;
const failuresDefaultMax = 5;
const pauseDefaultMs = 5_000;
const profileMaxAgeSeconds = 300;

export function createCoreClient({
  clock,
  failuresMax = failuresDefaultMax,
  pauseMs = pauseDefaultMs,
  timeoutMs = timeoutDefaultMs,
  ...reached
}: CoreClientOptions): CoreClient {
  const address: CoreAddress = { ...reached, timeoutMs };
  let known: { readonly profile: Profile; readonly readAt: Temporal.Instant } | undefined;
  let reading: Promise<void> | undefined;
  const remember = (profile: Profile): void => void (known = { profile, readAt: clock.now() });

  const breaker = createBreaker({
    clock,
    failuresMax,
    pauseMs,
    refuse: (cause) =>
      new CoreFailure('not-sent', 'the core is not called after several failures', { cause }),
    async probe() {
      const outcome = await exchange(address, getProfile, {}, remember);
      if (outcome.kind === 'failed') throw outcome.failure;
    },
  });

  const attempt: CoreClient['call'] = async (operation, request, read) => {
    const outcome = await exchange(address, operation, request, read);
    if (outcome.kind !== 'failed') {
      breaker.succeeded();
      return outcome;
    }
    if (outcome.outage !== undefined) breaker.failed(outcome.outage.pauseMs);
    throw outcome.failure;
  };

  const isRecent = (): boolean =>
    known !== undefined && known.readAt.until(clock.now()).abs().total('seconds') < profileMaxAgeSeconds;

  const readProfile = async (): Promise<void> => {
    try {
      await breaker.enter();
      // A trial of the breaker has just read it.
      if (!isRecent()) await attempt(getProfile, {}, remember);
    } catch (error) {
      if (!(error instanceof CoreFailure)) throw error;
      throw new CoreFailure('not-sent', `the profile cannot be read: ${error.message}`, { cause: error });
    } finally {
      reading = undefined;
    }
  };

  return {
    async call(operation, request, read) {
      await breaker.enter();
      return attempt(operation, request, read);
    },
    async prepare() {
      if (isRecent()) return;
      reading ??= readProfile();
      await reading;
    },
    profile: () => known?.profile,
  };
}
