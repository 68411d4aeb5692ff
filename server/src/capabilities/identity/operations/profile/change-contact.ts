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
} from '../../domain/contacts.ts';
import { contactProbesPerDay } from '../../domain/policy.ts';
import type { ContactKind, User } from '../../domain/user.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { problems } from '../../problems.ts';
import { codeContext } from '../../steps/code-context.ts';
import { ownerOfContact } from '../../steps/contact-owner.ts';
import { lockOwnUser } from '../../steps/own-user.ts';
import { enforceQuota } from '../../steps/quotas.ts';
import {
  type ContactVerification,
  deleteContactVerification,
  listContactVerifications,
  restoreContactVerification,
  updateSentCode,
  upsertContactVerification,
} from '../../store/contact-verifications.store.ts';
import { updateUser } from '../../store/users.store.ts';

/** The new contact, normalized. */
export interface ChangeContact {
  readonly kind: ContactKind;
  readonly value: string;
}

/** A verification that may start now. */
interface StartedVerification {
  readonly user: User;
  readonly rowVersion: bigint;
  readonly before: ContactVerification | undefined;
}

/**
 * Starts the verification of a new contact. In three steps, because the code is created in its own command: replace any
 * pending verification, create the code, record it. If the process stops in between, a verification without a code
 * remains, which cannot succeed and is replaced by the next one.
 */
export async function changeContact(ctx: Context & IdentityPorts, request: ChangeContact): Promise<void> {
  const started = await runCommand(ctx, (work) => start(ctx, work, request));
  if (started === undefined) return;
  const verificationId = await sendCode(ctx, request, started);
  const { rowVersion } = started;
  await runCommand(ctx, (work) => recordSentCode(ctx, work, { ...request, rowVersion, verificationId }));
}

async function sendCode(
  ctx: Context & IdentityPorts,
  { kind, value }: ChangeContact,
  { before, rowVersion, user }: StartedVerification,
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
    // Too soon, or too often: the previous code must stay valid.
  } catch (error) {
    if (before !== undefined)
      await runCommand(ctx, async (work) => {
        restoreContactVerification(work, { bankId: ctx.bankId, userId, kind, rowVersion, before });
        work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
      });
    throw error;
  }
}

async function start(
  ctx: Context & IdentityPorts,
  work: Work,
  { kind, value }: ChangeContact,
): Promise<StartedVerification | undefined> {
  const { bankId, clock, identityVault } = ctx;
  const now = clock.now();
  const user = await lockOwnUser(ctx, work);
  const { userId } = user;
  const aggregate = { aggregateKind: 'user', aggregateId: userId };
  if (provenContact(user, kind) === value) {
    keepVerified(ctx, work, { kind, user });
    return undefined;
  }
  const pending = await listContactVerifications(work, { bankId, userId });
  const retryAfterSeconds = waitForStart(pending, now);
  if (retryAfterSeconds !== undefined)
    throw standardProblems['too-many-requests']({ retryAfterSeconds, reason: 'contact-change-pace' });
  // Each response reveals whether the contact is in use, so every request is counted.
  await enforceQuota(ctx, work, [
    { scope: 'contact-probes', key: userId, limits: [{ count: contactProbesPerDay, seconds: 86_400 }] },
  ]);
  const valueIndexes = identityVault.contactIndexes(bankId, kind, value);
  const owner = await ownerOfContact(ctx, work, { kind, value });
  if (owner !== undefined && owner.userId !== userId) {
    const problem = problems[kind === 'email' ? 'email-already-used' : 'phone-number-already-used'];
    work.audit({ ...aggregate, changes: [], problem: problem.literal });
    work.rejectAfterCommit(problem());
    return undefined;
  }
  const expiresAt = now.add(confirmValidity(kind));
  const rowVersion = await upsertContactVerification(work, {
    bankId,
    userId,
    kind,
    valueIndex: valueIndexes[0],
    expiresAt,
    now,
  });
  work.audit({ ...aggregate, changes: [{ field: `${kind}-verification`, after: 'asked' }] });
  const before = pending.find((one) => one.kind === kind && one.verificationId !== '');
  return { user, rowVersion, before };
}

/** The contact is already verified; submitting it again cancels a pending one. */
function keepVerified(
  ctx: Context & IdentityPorts,
  work: Work,
  { kind, user }: { readonly kind: ContactKind; readonly user: User },
): void {
  const { bankId, clock } = ctx;
  const isWaiting = openContact(user, kind) !== undefined;
  deleteContactVerification(work, { bankId, userId: user.userId, kind });
  if (isWaiting) updateUser(work, { ...ctx, now: clock.now() }, withoutOpenContact(user, kind));
  work.audit({
    aggregateKind: 'user',
    aggregateId: user.userId,
    changes: isWaiting ? [{ field: `${kind}-verification`, after: 'given-up' }] : [],
  });
}

async function recordSentCode(
  ctx: Context & IdentityPorts,
  work: Work,
  sent: ChangeContact & { readonly rowVersion: bigint; readonly verificationId: string },
): Promise<void> {
  const { bankId, clock } = ctx;
  const { kind, rowVersion, value, verificationId } = sent;
  const now = clock.now();
  const user = await lockOwnUser(ctx, work);
  const { userId } = user;
  updateSentCode(work, { bankId, userId, kind, rowVersion, verificationId, now });
  updateUser(work, { ...ctx, now }, withOpenContact(user, { kind, value, now }));
  work.emit(userEvent(kind === 'email' ? 'emailStarted' : 'phoneStarted', userId));
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: `${kind}-verification`, after: 'started' }],
  });
}
