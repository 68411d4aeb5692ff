import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';

/** Port: where users are signed in by tokens. Whoever issues them ends them. */
export interface Sessions {
  /**
   * Ends everything that a user signed in to up to a moment, in the transaction of whoever calls; the one sign-in that
   * is named stays.
   */
  endAll(
    context: Context,
    work: Work,
    ended: {
      readonly userId: string;
      readonly keptSignInAt: Temporal.Instant | undefined;
      /** A little ahead of now where the clock of another node is. */
      readonly until: Temporal.Instant;
    },
  ): void;
}

/** Where nobody issues tokens there is nothing to end. */
export const noSessions: Sessions = { endAll: () => undefined };
