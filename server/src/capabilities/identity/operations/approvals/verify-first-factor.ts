import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { quotaReason } from '../../domain/sign-in/quota-limit.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { secondsUntil } from '../../steps/quotas.ts';
import type { AttemptScope, UsedUpQuota } from '../../steps/sign-in/attempt-quotas.ts';
import { type BrowserInfo, lookUpUsername } from '../../steps/sign-in/live-sign-in.ts';
import { attemptPassword, type PasswordSource } from '../../steps/sign-in/submit-password.ts';
import type { PasswordVerdict } from '../../steps/verify-password.ts';
import { findCredentials } from '../../store/credentials.store.ts';

type Ctx = Context & IdentityPorts;

/** Who asks the customer for the password of an approval. */
export type FirstFactorAsker =
  /** Embedded approach: the third party has the password, and passes it on. */
  | { readonly kind: 'third-party'; readonly tppId: string }
  /** A page of the bank, in a browser that may have signed the customer in before. */
  | { readonly kind: 'approval-page'; readonly browserInfo: BrowserInfo };

export interface VerifyFirstFactor {
  readonly name: string;
  readonly password: string;
  readonly asker: FirstFactorAsker;
}

/** An unknown name gets one of the last two, with the same values as a known one. */
export type FirstFactorResult =
  | {
      readonly kind: 'right';
      readonly userId: string;
      /** Absent for an agent. */
      readonly customerNumber: string | undefined;
      readonly displayName: string;
      /** BCP 47, if the user has chosen one. */
      readonly language: string | undefined;
      /** The user may not sign, for example because the account is too new. */
      readonly isRestricted: boolean;
      /** The user may not sign payments, but other things. */
      readonly isPaymentBlocked: boolean;
    }
  /** A suspended or pending user gets this too. The number is absent if the password was replaced meanwhile. */
  | { readonly kind: 'wrong'; readonly attemptsLeft: number | undefined }
  | { readonly kind: 'locked'; readonly until: Temporal.Instant };

const nameMax = 254;
const secretMax = 1_024;

/**
 * Verifies username and password for an approval: no sign-in, no session, no paired browser. The attempt is counted and
 * committed before anything is compared; `settle` runs in the transaction that records the verdict. It must not audit,
 * because this command does; it raises a problem by `rejectAfterCommit`, so that the verdict is saved. Throws
 * `too-many-requests` when the third party, or the network of the browser, has failed too often; then nothing is counted.
 */
export async function verifyFirstFactor<Result>(
  ctx: Ctx,
  { asker, name, password }: VerifyFirstFactor,
  settle: (work: Work, result: FirstFactorResult) => Promise<Result>,
): Promise<Result> {
  refuseOtherCallers(ctx);
  const named = await lookUpUsername(ctx, name.trim().slice(0, nameMax).normalize('NFC').toLowerCase());
  const source = sourceOf(asker);
  const attempt = await attemptPassword(
    ctx,
    { named, secret: password.slice(0, secretMax), by: 'password', source },
    async (work, verdict) => settle(work, await resultOf(ctx, work, verdict)),
  );
  if (attempt.kind === 'compared') return attempt.result;
  const until = lockedUntil(ctx, attempt.quota);
  return runCommand(ctx, async (work) => {
    audit(work, named.userId ?? 'unknown-user', 'locked');
    return settle(work, { kind: 'locked', until });
  });
}

/**
 * Refuses callers other than Portico itself. With an idempotency key the stored response of one password would be
 * returned for another.
 */
function refuseOtherCallers({ caller, idempotency }: Context): void {
  if (caller.kind !== 'system') throw standardProblems.forbidden();
  assert(idempotency === undefined, 'a password is verified without an idempotency key');
}

function sourceOf(asker: FirstFactorAsker): PasswordSource {
  return asker.kind === 'third-party' ? asker : { kind: 'browser', browserInfo: asker.browserInfo };
}

/** Quotas of one customer: towards a third party they look like a lock. */
const quotasOfName: ReadonlySet<AttemptScope> = new Set(['third-party-name', 'name-third-parties']);

/** Returns the end of the lock; throws `too-many-requests` for a quota that concerns other customers as well. */
function lockedUntil({ clock }: Context, { scope, until }: UsedUpQuota): Temporal.Instant {
  if (quotasOfName.has(scope)) return until;
  throw standardProblems['too-many-requests']({
    retryAfterSeconds: secondsUntil(until, clock.now()),
    reason: quotaReason(scope),
  });
}

async function resultOf(ctx: Ctx, work: Work, verdict: PasswordVerdict): Promise<FirstFactorResult> {
  if (verdict.kind === 'wrong') return { kind: 'wrong', attemptsLeft: verdict.attemptsLeft };
  if (verdict.kind === 'locked') return { kind: 'locked', until: verdict.until };
  const { authorization, bankId, clock } = ctx;
  const { userId } = verdict.user;
  const [users, { passwordHash }] = await Promise.all([
    authorization.users.findAll(work, { bankId, userIds: [userId] }),
    findCredentials(work, { bankId, userId, now: clock.now() }),
  ]);
  const user = users.find(({ status }) => status === 'active');
  // Another command may have suspended the user or replaced the password since it was compared.
  if (user === undefined || passwordHash !== verdict.compared) {
    audit(work, userId, 'refused');
    return { kind: 'wrong', attemptsLeft: undefined };
  }
  audit(work, userId, 'right');
  const { customerNumber, displayName, isPaymentBlocked, isRestricted, language } = user;
  return { kind: 'right', userId, customerNumber, displayName, language, isRestricted, isPaymentBlocked };
}

function audit(work: Work, userId: string, password: string): void {
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'password', after: password }],
  });
}
