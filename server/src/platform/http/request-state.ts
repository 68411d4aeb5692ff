import type { IncomingMessage } from 'node:http';
import type { Caller } from '#platform/auth/caller.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Refusal } from '#platform/kernel/refusal-cause.ts';
import type { RequestSpan } from '#platform/log/request-span.ts';
import type { ListenerKind } from './listeners.ts';
import type { MountedEndpoint } from './mounted-endpoint.ts';

/** One request on its way through the house; what the log line will say about it. */
export interface RequestState {
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly listener: ListenerKind;
  readonly mounted: MountedEndpoint | undefined;
  caller: Caller;
  span: RequestSpan | undefined;
  /** Literal of the problem it ended with. */
  problem: string | undefined;
  /** Why it was answered 401, 403 or 429. */
  refusal: Refusal | undefined;
  /** Why, for the log only; see `ProblemMore`. */
  reason: string | undefined;
  /** The bank of a request whose caller names none: that of the page. */
  bankId: string | undefined;
}

/** The caller's request id when it is one; the generated one otherwise. Echoed on every answer. */
export function requestIdOf(request: IncomingMessage, generate: () => string): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && isUuid(sent) ? sent : generate();
}
