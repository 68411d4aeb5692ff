import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';

/** Port: sign-ins by token. The issuer of the tokens ends them. */
export interface Sessions {
  /** Ends all sign-ins of a user up to a given time, in the caller's transaction, except the one that is named. */
  endAll(
    context: Context,
    work: Work,
    ended: {
      readonly userId: string;
      readonly exceptSignInAt: Temporal.Instant | undefined;
      /** Slightly ahead of now where the clock of another node is ahead. */
      readonly until: Temporal.Instant;
    },
  ): void;
}

/** Used where no tokens are issued: there is nothing to end. */
export const noSessions: Sessions = { endAll: () => undefined };
