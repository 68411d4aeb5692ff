import { virtualShard } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findBrowser } from '../../store/browsers.store.ts';
import { insertLoginEvent } from '../../store/login-events.store.ts';
import { findUser } from '../../store/users.store.ts';
import { type PasswordVerdict, verifyPassword } from '../verify-password.ts';
import { reserveAttemptQuotas } from './attempt-quotas.ts';
import type { SubmittedForm } from './repeat.ts';
import type { LiveSignIn } from './state.ts';
import { type SignInTransition, signInTransition } from './transition.ts';

/** The user of a password attempt, if known. */
export interface SignInUser {
  /** Key under which attempts are counted. */
  readonly subject: string;
  readonly user: User | undefined;
  /** The browser has signed this user in before. */
  readonly isPaired: boolean;
}

/** Finds the user of a sign-in and whether the browser is paired. Takes the same time for an unknown username. */
export async function findSignInUser({ ctx, live, browserInfo }: SignInTransition): Promise<SignInUser> {
  const { bankId, db, identityVault } = ctx;
  // An unknown username is looked up under a key that no user has, so that it takes the same time.
  const subject = live.state.userId ?? identityVault.unknownUserKey(bankId, live.state.username ?? '');
  const secretHash = identityVault.secretHash(browserInfo.browserSecret ?? '');
  const [user, browser] = await Promise.all([
    findUser(db, ctx, subject),
    findBrowser(db, { bankId, userId: subject, secretHash }),
  ]);
  return { subject, user, isPaired: browser !== undefined };
}

const secretMax = 1_024;

/** Returns the password in a form. Temporary passwords are letters, and customers type them in either case. */
export function typedPassword(fields: SignInTransition['fields'], by: 'password' | 'temporary'): string {
  const typed = (fields.get(by === 'password' ? 'password' : 'temporary-password') ?? '').slice(0, secretMax);
  return by === 'temporary' ? typed.trim().toLowerCase() : typed;
}

/** Records a failed password in the login history; for unknown usernames too, so that it takes the same time. */
export function recordFailure(
  { bankId, clock, identityVault, ids, origin }: Context & IdentityPorts,
  work: Work,
  failed: {
    readonly subject: string;
    readonly verdict: Exclude<PasswordVerdict, { readonly kind: 'right' }>;
    readonly browserName: string;
  },
): void {
  const { browserName, subject, verdict } = failed;
  insertLoginEvent(work, identityVault, {
    bankId,
    loginEventId: ids.uuid(virtualShard(bankId, subject)),
    userId: subject,
    result: verdict.kind,
    browserName,
    sourceAddress: origin.sourceAddress,
    now: clock.now(),
  });
}

/** Counts an attempt as wrong without comparing it; counts nothing from a network that has reached its limit. */
async function refusePassword(transition: SignInTransition, by: 'password' | 'temporary'): Promise<void> {
  const { ctx, fields, live, browserInfo } = transition;
  const { isPaired, subject, user } = await findSignInUser(transition);
  const secret = typedPassword(fields, by);
  const quotas = await reserveAttemptQuotas(ctx, { secret, isPaired });
  if (quotas.blockedUntil !== undefined) return quotas.refundAll();
  const otherClass = isPaired ? 'paired' : 'other';
  const attempt = {
    user,
    name: live.state.username ?? '',
    deviceClass: by === 'temporary' ? by : otherClass,
    secret,
    by,
    isVoid: true,
  } as const;
  await verifyPassword(ctx, attempt, async (work, verdict) => {
    quotas.refund(work, verdict);
    if (verdict.kind !== 'right')
      recordFailure(ctx, work, { subject, verdict, browserName: browserInfo.browserName });
  }).catch(async (error: unknown) => {
    await quotas.refundAll();
    throw error;
  });
  return undefined;
}

/**
 * Counts a password that differs from the one of the first submission as a wrong attempt: otherwise the owner of an old
 * secret could test passwords without being counted.
 */
export async function countOtherPassword(
  ctx: Context & IdentityPorts,
  form: SubmittedForm,
  live: LiveSignIn,
): Promise<void> {
  const { previousStep } = live.state;
  const isPassword = previousStep === 'password' || previousStep === 'temporary-password';
  if (!isPassword || form.fields.get('step') !== previousStep) return;
  const { fields, browserInfo } = form;
  const transition = signInTransition({
    ctx,
    live,
    browserInfo,
    fields,
    form: { ...form, step: previousStep },
  });
  await refusePassword(transition, previousStep === 'password' ? 'password' : 'temporary');
}
