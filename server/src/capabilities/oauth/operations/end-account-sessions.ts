import type { Temporal } from 'temporal-polyfill';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { lifetimes } from '../domain/lifetimes.ts';
import { currentSignIn, upsertRevocation } from '../store/revocations.store.ts';

export interface EndAccountSessions {
  readonly accountId: string;
  /** Time of the sign-in that continues; undefined if all sign-ins end. */
  readonly exceptSignInAt: Temporal.Instant | undefined;
  /** Sign-ins up to this time end; the default is now. */
  readonly until?: Temporal.Instant;
}

/** Ends all sessions, codes and tokens of an account up to a given time, in the caller's transaction. */
export function endAccountSessions(
  { bankId, clock }: Context,
  work: Work,
  { accountId, exceptSignInAt, until = clock.now() }: EndAccountSessions,
): void {
  const ended = {
    bankId,
    kind: 'account',
    revokedAt: until,
    expiresAt: until.add({ seconds: lifetimes.sessionAbsolute }),
  } as const;
  upsertRevocation(work, { ...ended, value: accountId });
  if (exceptSignInAt !== undefined)
    upsertRevocation(work, { ...ended, value: currentSignIn(accountId, epochSeconds(exceptSignInAt)) });
}
