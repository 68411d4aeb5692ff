import { authorizationProblems, useFactor, verifyOtp } from '#capabilities/authorization/index.ts';
import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import type { Reader } from '#platform/db/reader.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { channelFor, isOver, openContact, provenContact, withProvenContact } from '../domain/contacts.ts';
import { type ContactKind, isActive, type User } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { problems } from '../problems.ts';
import { codeContext } from '../steps/code-context.ts';
import { lockOwnUser } from '../steps/lock-own-user.ts';
import { ownUserId } from '../steps/own-user-id.ts';
import { deleteContactVerification, listContactVerifications } from '../store/contact-verifications.store.ts';
import { insertFormerContact } from '../store/former-contacts.store.ts';
import { findUser, saveUser } from '../store/users.store.ts';

/** A contact and the code that came to it. */
export interface ConfirmContact {
  readonly kind: ContactKind;
  readonly value: string;
  readonly otp: string;
}

/**
 * Proves a contact with the code that was sent there. Authorization judges the code and counts the attempt in a
 * command of its own; what it has let pass is then used up here, once, together with what it changes.
 */
export async function confirmContact(ctx: Context & IdentityPorts, asked: ConfirmContact): Promise<void> {
  const { db } = ctx;
  const userId = ownUserId(ctx);
  // In this order: when it is not open any more because it was confirmed a moment ago, the user says so.
  const verificationId = await findOpen(ctx, db, { userId, asked });
  const user = await findUser(db, ctx, userId);
  if (user === undefined || !(isActive(user) || user.state === 'pending'))
    throw standardProblems.unauthorized();
  if (verificationId === undefined) return refuseUnlessProven(ctx, user, asked);
  await judge(ctx, { channel: channelFor(asked.kind), verificationId, otp: asked.otp });
  try {
    await runCommand(ctx, (work) => prove(ctx, work, { asked, verificationId }));
    // Somebody else has proved the same contact meanwhile, and has it: there is nothing left to confirm.
  } catch (error) {
    throw isTaken(error) ? problems['verification-expired']() : error;
  }
}

/** The verification that is under way for this very contact. */
async function findOpen(
  { bankId, clock, identityVault }: Context & IdentityPorts,
  db: Reader,
  { asked: { kind, value }, userId }: { readonly userId: string; readonly asked: ConfirmContact },
): Promise<string | undefined> {
  const started = await listContactVerifications(db, { bankId, userId });
  const indexes = identityVault.contactIndexes(bankId, kind, value);
  const open = started.find(
    (one) => one.kind === kind && indexes.some((index) => one.valueIndex.equals(index)),
  );
  if (open === undefined || open.verificationId === '' || isOver(open.expiresAt, clock.now()))
    return undefined;
  return open.verificationId;
}

/** Whoever confirms twice has confirmed. */
function refuseUnlessProven(
  { bankId, identityVault }: Context & IdentityPorts,
  user: User,
  { kind, value }: ConfirmContact,
): void {
  const proven = provenContact(user, kind);
  const indexOf = (text: string): Buffer => identityVault.contactIndexes(bankId, kind, text)[0];
  if (proven === undefined || !indexOf(proven).equals(indexOf(value)))
    throw problems['verification-expired']();
}

async function judge(ctx: Context & IdentityPorts, given: Parameters<typeof verifyOtp>[1]): Promise<void> {
  try {
    await verifyOtp(codeContext(ctx), given);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // It was let pass before, and whoever asked then was cut off: go on from there.
    if (isWord(error, authorizationProblems['replayed-otp'])) return;
    if (isWord(error, authorizationProblems['no-such-verification']))
      throw problems['verification-expired']();
    if (isWord(error, authorizationProblems['bad-otp'])) return refuseFaults([faultAt(['otp'], 'mismatch')]);
    throw error;
  }
}

function isWord(
  problem: Problem,
  { literal, owner }: { readonly literal: string; readonly owner: string },
): boolean {
  return problem.owner === owner && problem.literal === literal;
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof Problem &&
    (isWord(error, problems['email-already-used']) || isWord(error, problems['phone-number-already-used']))
  );
}

interface ContactConfirmation {
  readonly asked: ConfirmContact;
  readonly verificationId: string;
}

async function prove(
  ctx: Context & IdentityPorts,
  work: Work,
  { asked, verificationId }: ContactConfirmation,
): Promise<void> {
  const { kind } = asked;
  const user = await lockOwnUser(ctx, work);
  const value = openContact(user, kind);
  const isOpen = (await findOpen(ctx, work, { userId: user.userId, asked })) === verificationId;
  if (!isOpen || value === undefined || !(await isUsedUp(ctx, work, { kind, user, verificationId }))) {
    refuseUnlessProven(ctx, user, asked);
    work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
    return;
  }
  enterProven(ctx, work, { kind, user, value });
}

/** A passed code by SMS could stand for a second factor as well: it must not outlive what it was sent for. */
async function isUsedUp(
  ctx: Context & IdentityPorts,
  work: Work,
  {
    kind,
    user,
    verificationId,
  }: { readonly kind: ContactKind; readonly user: User; readonly verificationId: string },
): Promise<boolean> {
  if (kind === 'email') return true;
  const { userId } = user;
  const factor = { kind: 'sms', verificationId } as const;
  return useFactor(codeContext(ctx), work, { factor, userId, usedFor: `phone of ${userId}` });
}

function enterProven(
  ctx: Context & IdentityPorts,
  work: Work,
  { kind, user, value }: { readonly kind: ContactKind; readonly user: User; readonly value: string },
): void {
  const { bankId, clock, ids } = ctx;
  const now = clock.now();
  const { userId } = user;
  const former = provenContact(user, kind);
  // What the code was sent to, not what was typed now: capitals may differ.
  const proven = withProvenContact(user, { kind, value, now });
  if (former !== undefined && former !== value) {
    const formerContactId = ids.uuid(virtualShard(bankId, userId));
    insertFormerContact(work, ctx, { formerContactId, userId, kind, value: former, now });
  }
  deleteContactVerification(work, { bankId, userId, kind });
  saveUser(work, { ...ctx, now }, proven);
  work.emit(
    userEvent(kind === 'email' ? 'emailVerified' : 'phoneVerified', userId, {
      reason: former === undefined ? 'first' : 'changed',
      at: now,
    }),
  );
  if (proven.state !== user.state) work.emit(userEvent('activated', userId));
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [
      { field: kind, after: 'proven' },
      ...(proven.state === user.state ? [] : [{ field: 'state', before: user.state, after: proven.state }]),
    ],
  });
}
