import type { Temporal } from 'temporal-polyfill';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { lifetimes } from '../domain/lifetimes.ts';
import { currentSignIn, insertRevocation } from '../store/revocations.store.ts';

export interface EndAccountSessions {
  readonly accountId: string;
  /** The sign-in that goes on, by its moment; absent: none does. */
  readonly keptSignInAt: Temporal.Instant | undefined;
  /** Sign-ins up to this moment end; now unless given. */
  readonly until?: Temporal.Instant;
}

/** Ends whatever an account has signed in to up to a moment, in the caller's own transaction: sessions, codes, all tokens. */
export function endAccountSessions(
  { bankId, clock }: Context,
  work: Work,
  { accountId, keptSignInAt, until = clock.now() }: EndAccountSessions,
): void {
  const ended = {
    bankId,
    kind: 'account',
    revokedAt: until,
    expiresAt: until.add({ seconds: lifetimes.sessionAbsolute }),
  } as const;
  insertRevocation(work, { ...ended, value: accountId });
  if (keptSignInAt !== undefined)
    insertRevocation(work, { ...ended, value: currentSignIn(accountId, epochSeconds(keptSignInAt)) });
}
