import type { IncomingMessage } from 'node:http';
import type { Caller } from '#platform/auth/caller.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Refusal } from '#platform/kernel/refusal-cause.ts';
import type { RequestSpan } from '#platform/log/request-span.ts';
import type { ListenerKind } from './listeners.ts';
import type { MountedEndpoint } from './mounted-endpoint.ts';

/** The state of one request; the source of its log line. */
export interface RequestState {
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly listener: ListenerKind;
  readonly mounted: MountedEndpoint | undefined;
  /** Chosen by the `Accept` header, where the contract declares responses by media type. */
  responseType: string | undefined;
  caller: Caller;
  span: RequestSpan | undefined;
  /** Literal of the problem it ended with. */
  problem: string | undefined;
  /** Why it got 401, 403 or 429. */
  refusal: Refusal | undefined;
  /** Why, for the log only; see `ProblemMore`. */
  reason: string | undefined;
  /** The bank of a request without a bank of its caller: that of the page. */
  bankId: string | undefined;
}

/** Returns the caller's request id if it is valid, otherwise a generated one. Echoed on every response. */
export function requestIdOf(request: IncomingMessage, generate: () => string): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && isUuid(sent) ? sent : generate();
}
