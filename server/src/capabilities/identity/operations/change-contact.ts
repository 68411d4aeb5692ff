import { sendContactCode } from '#capabilities/authorization/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  channelFor,
  confirmValidity,
  openContact,
  provenContact,
  waitForStart,
  withOpenContact,
  withoutOpenContact,
} from '../domain/contacts.ts';
import { contactProbesPerDay } from '../domain/policy.ts';
import type { ContactKind, User } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { problems } from '../problems.ts';
import { codeContext } from '../steps/code-context.ts';
import { enforceQuota } from '../steps/enforce-quota.ts';
import { lockOwnUser } from '../steps/lock-own-user.ts';
import {
  type ContactVerification,
  deleteContactVerification,
  insertSentCode,
  listContactVerifications,
  restoreContactVerification,
  startContactVerification,
} from '../store/contact-verifications.store.ts';
import { findUsersBy, saveUser } from '../store/users.store.ts';

/** Where a user wants to be reached, as it is kept. */
export interface ChangeContact {
  readonly kind: ContactKind;
  readonly value: string;
}

/** A start that has its turn. */
interface Begun {
  readonly user: User;
  readonly rowVersion: bigint;
  readonly before: ContactVerification | undefined;
}

/**
 * Starts to prove a new contact. In three steps, because the code is made in a command of its own: take the place of
 * whatever was being proven, make the code, enter it. Whoever dies in between leaves a start without a code, which
 * proves nothing and is replaced by the next one.
 */
export async function changeContact(ctx: Context & IdentityPorts, asked: ChangeContact): Promise<void> {
  const begun = await runCommand(ctx, (work) => begin(ctx, work, asked));
  if (begun === undefined) return;
  const verificationId = await sendCode(ctx, asked, begun);
  const { rowVersion } = begun;
  await runCommand(ctx, (work) => enter(ctx, work, { ...asked, rowVersion, verificationId }));
}

async function sendCode(
  ctx: Context & IdentityPorts,
  { kind, value }: ChangeContact,
  { before, rowVersion, user }: Begun,
): Promise<string> {
  const { profile, userId } = user;
  try {
    return await sendContactCode(codeContext(ctx), {
      userId,
      channel: channelFor(kind),
      contact: value,
      language: profile.language,
      validFor: confirmValidity(kind),
    });
    // Too soon, or too often: the code that came before must go on to work.
  } catch (error) {
    if (before !== undefined)
      await runCommand(ctx, async (work) => {
        restoreContactVerification(work, { bankId: ctx.bankId, userId, kind, rowVersion, before });
        work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
      });
    throw error;
  }
}

async function begin(
  ctx: Context & IdentityPorts,
  work: Work,
  { kind, value }: ChangeContact,
): Promise<Begun | undefined> {
  const { bankId, clock, identityVault } = ctx;
  const now = clock.now();
  const user = await lockOwnUser(ctx, work);
  const { userId } = user;
  const note = { aggregateKind: 'user', aggregateId: userId };
  if (provenContact(user, kind) === value) {
    stayAsItIs(ctx, work, { kind, user });
    return undefined;
  }
  const started = await listContactVerifications(work, { bankId, userId });
  const retryAfterSeconds = waitForStart(started, now);
  if (retryAfterSeconds !== undefined)
    throw standardProblems['too-many-requests']({ retryAfterSeconds, reason: 'contact-change-pace' });
  // Each answer tells whether somebody has this contact, so asking is what is counted.
  await enforceQuota(ctx, work, [
    { scope: 'contact-probes', key: userId, limits: [{ count: contactProbesPerDay, seconds: 86_400 }] },
  ]);
  const valueIndexes = identityVault.contactIndexes(bankId, kind, value);
  if (await isOfAnother(ctx, work, { kind, userId, valueIndexes })) {
    const problem = problems[kind === 'email' ? 'email-already-used' : 'phone-number-already-used'];
    work.audit({ ...note, changes: [], problem: problem.literal });
    work.rejectAfterCommit(problem());
    return undefined;
  }
  const expiresAt = now.add(confirmValidity(kind));
  const rowVersion = await startContactVerification(work, {
    bankId,
    userId,
    kind,
    valueIndex: valueIndexes[0],
    expiresAt,
    now,
  });
  work.audit({ ...note, changes: [{ field: `${kind}-verification`, after: 'asked' }] });
  const before = started.find((one) => one.kind === kind && one.verificationId !== '');
  return { user, rowVersion, before };
}

/** Nothing has to be proven again; whoever goes back to the proven contact gives up the one that waited. */
function stayAsItIs(
  ctx: Context & IdentityPorts,
  work: Work,
  { kind, user }: { readonly kind: ContactKind; readonly user: User },
): void {
  const { bankId, clock } = ctx;
  const isWaiting = openContact(user, kind) !== undefined;
  deleteContactVerification(work, { bankId, userId: user.userId, kind });
  if (isWaiting) saveUser(work, { ...ctx, now: clock.now() }, withoutOpenContact(user, kind));
  work.audit({
    aggregateKind: 'user',
    aggregateId: user.userId,
    changes: isWaiting ? [{ field: `${kind}-verification`, after: 'given-up' }] : [],
  });
}

async function isOfAnother(
  ctx: Context & IdentityPorts,
  work: Work,
  {
    kind,
    userId,
    valueIndexes,
  }: { readonly kind: ContactKind; readonly userId: string; readonly valueIndexes: readonly Buffer[] },
): Promise<boolean> {
  const [owner] = await findUsersBy(work, ctx, {
    customerNumber: undefined,
    emailIndexes: kind === 'email' ? valueIndexes : undefined,
    phoneIndexes: kind === 'phone' ? valueIndexes : undefined,
    loginIndexes: undefined,
  });
  return owner !== undefined && owner.userId !== userId;
}

async function enter(
  ctx: Context & IdentityPorts,
  work: Work,
  sent: ChangeContact & { readonly rowVersion: bigint; readonly verificationId: string },
): Promise<void> {
  const { bankId, clock } = ctx;
  const { kind, rowVersion, value, verificationId } = sent;
  const now = clock.now();
  const user = await lockOwnUser(ctx, work);
  const { userId } = user;
  insertSentCode(work, { bankId, userId, kind, rowVersion, verificationId, now });
  saveUser(work, { ...ctx, now }, withOpenContact(user, { kind, value, now }));
  work.emit(userEvent(kind === 'email' ? 'emailStarted' : 'phoneStarted', userId));
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: `${kind}-verification`, after: 'started' }],
  });
}
