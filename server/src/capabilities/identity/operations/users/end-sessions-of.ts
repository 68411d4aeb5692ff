import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { endAllSessions } from '../../steps/user-state.ts';

/** A user, and the sign-in that continues. */
export interface EndSessionsOf {
  readonly userId: string;
  /** Time of the sign-in that continues; absent: none does. */
  readonly exceptSignInAt?: Temporal.Instant | undefined;
}

/** Ends the sign-ins of a user on the bank's pages and by tokens, in the caller's transaction. */
export function endSessionsOf(ctx: Context & IdentityPorts, work: Work, ended: EndSessionsOf): Promise<void> {
  return endAllSessions(ctx, work, ended);
}
