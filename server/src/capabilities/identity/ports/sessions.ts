import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';

/** Port: where users are signed in by tokens. Whoever issues them ends them. */
export interface Sessions {
  /**
   * Ends everything that a user signed in to until now, in the transaction of whoever calls; the one sign-in of this
   * moment stays, if one is named.
   */
  endAll(
    context: Context,
    work: Work,
    ended: { readonly userId: string; readonly keptSignInAt: Temporal.Instant | undefined },
  ): void;
}

/** Where nobody issues tokens there is nothing to end. */
export const noSessions: Sessions = { endAll: () => undefined };
